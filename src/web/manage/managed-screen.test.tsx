import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#contract/system-clock.ts'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import type { Store } from '#server/storage/store.ts'
import { apiKeyOf } from '#testing/api-key-store-suite.ts'
import { openPage, type OpenPage } from '#testing/open-page.tsx'
import { printerOf } from '#testing/printer-store-suite.ts'
import { createTestPrinting } from '#testing/printing.ts'
import { webhookOf } from '#testing/webhook-store-suite.ts'

// What the screens of lists that managers keep have in common, on each of them.

const button = (name: string) => screen.findByRole('button', { name })
const row = (name: string) => screen.findByRole('listitem', { name })
const noContact = () => Response.json({}, { status: 502 })

const managed = [
  {
    path: '/printers',
    list: '/api/desk/printers',
    title: 'Printers',
    none: 'No printer yet',
    add: 'Add a printer',
    names: ['Kitchen', 'Bar'],
    managerOnly: 'Only a manager can change printers.',
    removed: 'The printer Kitchen was removed.',
    save: (store: Store, name: string) => store.savePrinter(printerOf(name, { name })),
  },
  {
    path: '/webhooks',
    list: '/api/desk/outgoing-webhooks',
    title: 'Webhooks',
    none: 'No webhook yet',
    add: 'Add a webhook',
    names: ['till.test', 'lamp.test'],
    managerOnly: 'Only a manager can change webhooks.',
    removed: 'The webhook till.test was removed.',
    save: (store: Store, name: string) => store.addWebhook(webhookOf(name, { url: `https://${name}/` })),
  },
  {
    path: '/api-keys',
    list: '/api/desk/api-keys',
    title: 'API keys',
    none: 'No API key yet',
    add: 'Add an API key',
    names: ['Till', 'Lamp'],
    managerOnly: 'Only a manager can add or remove API keys.',
    removed: 'The key Till was removed.',
    save: async (store: Store, name: string) => void (await store.addApiKey(apiKeyOf(name, { name }))),
  },
] as const

/** Answers in place of the desk; undefined if the desk answers. */
type Instead = (method: string, path: string) => Response | Promise<Response | undefined> | undefined

describe.each(managed)('$path', ({ list, title, none, add, names, managerOnly, removed, save }) => {
  const [first, second] = names
  let instead: Instead
  let asked: string[]

  beforeEach(() => {
    instead = () => undefined
    asked = []
  })

  /** Opens the screen from another one, with two entries. */
  async function open(): Promise<OpenPage> {
    const store = createMemoryStore()
    for (const name of names) await save(store, name)
    const printing = createTestPrinting(systemClock).outside
    const page = await openPage({ at: () => '/staff', store, printing })
    const desk = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const method = init?.method ?? 'GET'
      asked.push(`${method} ${address}`)
      return (await instead(method, address)) ?? desk(address, init)
    })
    return page
  }

  const go = async ({ user }: OpenPage) => user.click(await screen.findByRole('link', { name: title }))
  const removals = () => asked.filter((each) => each.startsWith('DELETE'))

  test('says neither that there is nothing nor what can be added while it loads', async () => {
    const answer = Promise.withResolvers<Response | undefined>()
    instead = (method, asks) => (method === 'GET' && asks === list ? answer.promise : undefined)
    await go(await open())
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible()
    expect(screen.queryByText(none)).toBeNull()
    expect(screen.queryByRole('button', { name: add })).toBeNull()
    answer.resolve(undefined)
    expect(await row(first)).toBeVisible()
    expect(await button(add)).toBeVisible()
  })

  test('says that it could not be read, and not that there is nothing', async () => {
    instead = (_, asks) => (asks === list ? noContact() : undefined)
    await go(await open())
    expect(await screen.findByRole('alert')).toHaveTextContent('No connection')
    expect(screen.queryByText(none)).toBeNull()
    instead = () => undefined
    await vi.advanceTimersByTimeAsync(5000)
    expect(await row(first)).toBeVisible()
  })

  test('hides what it has read once the person is no manager any more', async () => {
    const { user, ...page } = await open()
    await go({ user, ...page })
    await user.click(await button(add))
    await screen.findByRole('dialog', { name: add })
    instead = (_, asks) =>
      asks === list
        ? Response.json({ status: 'error', message: '', code: 'manager_required' }, { status: 403 })
        : undefined
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await screen.findByText(managerOnly)).toBeVisible()
    expect(screen.queryByText(first)).toBeNull()
    expect(screen.queryByRole('button', { name: add })).toBeNull()
  })

  test('removes an entry once, however often the button is pressed, and goes on in the list', async () => {
    const { user, ...page } = await open()
    await go({ user, ...page })
    await user.click(await button(`Remove ${first}`))
    const dialog = await screen.findByRole('dialog', { name: `Remove ${first}` })
    const remove = within(dialog).getByRole('button', { name: 'Remove' })
    fireEvent.click(remove)
    fireEvent.click(remove)
    await waitFor(() => expect(screen.queryByRole('listitem', { name: first })).toBeNull())
    expect(removals()).toHaveLength(1)
    expect(await screen.findByText(removed)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await row(second)).toBeVisible()
    expect(screen.getByRole('region', { name: title })).toContainElement(await row(second))
  })

  test('removes nothing after Escape', async () => {
    const { user, ...page } = await open()
    await go({ user, ...page })
    await user.click(await button(`Remove ${first}`))
    const dialog = await screen.findByRole('dialog', { name: `Remove ${first}` })
    fireEvent(dialog, createEvent('cancel', dialog, { cancelable: true }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await row(first)).toBeVisible()
    expect(removals()).toEqual([])
  })

  test('says that a removal failed, and offers it again', async () => {
    const { user, ...page } = await open()
    await go({ user, ...page })
    await user.click(await button(`Remove ${first}`))
    const dialog = within(await screen.findByRole('dialog', { name: `Remove ${first}` }))
    instead = (method) => (method === 'DELETE' ? noContact() : undefined)
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('No connection. Try again.')
    instead = () => undefined
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('listitem', { name: first })).toBeNull())
    expect(removals()).toHaveLength(2)
  })
})
