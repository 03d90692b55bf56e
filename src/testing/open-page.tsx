import { render } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { vi } from 'vitest'
import { onCaughtError } from '#app/screen-boundary.tsx'
import { Desk } from '#app/desk.tsx'
import type { AddressBar } from '#client/navigation.tsx'
import { createQueryClient } from '#client/query-client.ts'
import { createTold } from '#client/told.ts'
import { systemClock } from '#contract/clock.ts'
import { createProxy } from '#proxy/proxy.ts'
import { openDoor } from '#proxy/door.ts'
import { createMemoryStore } from '#proxy/store-memory.ts'
import { createSimulator, type Simulator } from '#simulator/simulator.ts'
import { loadMessages, loadRest } from '#words/catalogs.ts'
import type { Language } from '#words/language.ts'

export interface OpenPage {
  readonly vendor: Simulator
  readonly user: UserEvent
  /** The address that the page shows. */
  readonly address: () => string
}

interface OpenPageOptions {
  readonly language?: Language
  /** Sets the scene at the vendor. @returns the address to open. */
  readonly at: (vendor: Simulator) => string
  readonly responseWindowSeconds?: number
  /** What the vendor answers, where that is not the simulator. */
  readonly fetch?: (request: Request, vendor: Simulator) => Promise<Response>
}

function memoryBar(start: string): AddressBar {
  const told = createTold(start)
  return { read: told.read, watch: told.watch, href: (address) => address, write: (address) => told.set(address) }
}

const token = 'screen-token'

/** The real page at an address, on a real proxy and the simulator, all in memory and on one pretended clock. */
export async function openPage(options: OpenPageOptions): Promise<OpenPage> {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T12:00:00Z') })
  const { language = 'en', responseWindowSeconds = 300 } = options
  const vendor = createSimulator({ clock: systemClock, token, responseWindowSeconds })
  const proxy = createProxy({
    clock: systemClock,
    store: createMemoryStore(),
    subtle: crypto.subtle,
    token: () => token,
    fetch: (request) => (options.fetch ? options.fetch(request, vendor) : vendor.fetch(request)),
    random: () => 0.5,
    digest: (text) => text,
    log: () => undefined,
    door: openDoor,
    config: {
      mode: 'live',
      publicOrigin: 'http://desk.test',
      hosts: ['desk.test'],
      vendorBaseUrl: 'https://vendor.test',
      responseWindowSeconds,
      webhook: { mode: 'bearer', secret: undefined },
    },
  })
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    proxy.fetch(new Request(`http://desk.test${address}`, init)),
  )
  const bar = memoryBar(options.at(vendor))
  const messages = await loadMessages(language)
  await loadRest()
  render(<Desk queries={createQueryClient()} spoken={{ language, messages }} bar={bar} />, { onCaughtError })
  return { vendor, user: userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) }), address: bar.read }
}
