import { loadMessages } from '#words/catalogs.ts'
import { Words } from '#words/words.tsx'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FindOrder } from './find-order.tsx'

test('a key is on the screen before the board is searched', async () => {
  const frames: FrameRequestCallback[] = []
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  const searched: string[] = []
  render(
    <Words language="en" messages={await loadMessages('en')}>
      <FindOrder search="" hasFound onSearch={(search) => searched.push(search)} />
    </Words>,
  )
  const field = screen.getByRole('searchbox', { name: 'Find an order' })
  fireEvent.change(field, { target: { value: 'A-1 ' } })
  expect(field).toHaveValue('A-1 ')
  expect(searched).toEqual([])
  for (const frame of frames) frame(0)
  await expect.poll(() => searched).toEqual(['A-1'])
})
