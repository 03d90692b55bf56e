import { afterEach, expect, test, vi } from 'vitest'
import { inbox } from '#contract/desk/inbox.ts'
import { callDesk } from './call.ts'
import { noteToldVersion } from './told-version.ts'

afterEach(() => void vi.unstubAllGlobals())

test('who asks says the latest version that it was told of, once it was told of one', async () => {
  const sent: (string | null)[] = []
  vi.stubGlobal('fetch', async (_address: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('X-Told-Version'))
    return Response.json({ data: [], meta: { version: 1, server_time: '', alarms: [] } })
  })
  await callDesk(inbox.list)
  for (const version of [7, 5]) noteToldVersion(version)
  await callDesk(inbox.list)
  expect(sent).toEqual([null, '7'])
})
