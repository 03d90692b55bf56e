import type { PageClock } from '#contract/clock.ts'
import { type Newest, type UpdateFacts, updateStep } from './update-rule.ts'

interface UpdateDeps {
  readonly clock: PageClock
  readonly look: () => Promise<Newest>
  readonly factsOf: (newer: string) => UpdateFacts
  /** Notifies the user of a newer page. @returns whether the toast is still shown, and how to remove it. */
  readonly notify: () => { readonly isShown: () => boolean; readonly remove: () => void }
  readonly reload: (newer: string) => void
}

interface UpdateWatch {
  /** Checks now: after the connection was lost, which is when the desk may have been updated. */
  look(): Promise<Newest>
  start(ended: AbortSignal): Promise<void>
}

const everyMs = 60 * 60_000
const paceMs = 2_000

/** Checks for a newer page every hour and on request, and picks the moment to load it. */
export function createUpdateWatch({ clock, look, factsOf, notify, reload }: UpdateDeps): UpdateWatch {
  let newer: string | undefined
  let toast: ReturnType<typeof notify> | undefined
  let quietUntil = 0
  let isLooking = false

  async function lookNow(): Promise<Newest> {
    const newest = await look()
    // A failed check keeps the last result; a desk rolled back to this version has no newer page.
    if (newest.is !== 'unknown') newer = newest.is === 'newer' ? newest.name : undefined
    return newest
  }

  /** Looks once more, because a page that is reloaded while the desk is away does not come back. */
  async function reloadIfThere(): Promise<void> {
    if (isLooking) return
    isLooking = true
    await lookNow().then(({ is }) => {
      if (is === 'newer' && newer !== undefined && updateStep(factsOf(newer)) === 'reload') reload(newer)
    })
    isLooking = false
  }

  function removeToast(): void {
    toast?.remove()
    toast = undefined
  }

  function step(): void {
    if (toast && !toast.isShown()) {
      // The user dismissed it.
      toast = undefined
      quietUntil = clock.now() + everyMs
    }
    if (newer === undefined) return removeToast()
    switch (updateStep(factsOf(newer))) {
      case 'reload':
        return void reloadIfThere()
      case 'tell':
        if (clock.now() >= quietUntil) toast ??= notify()
        return
      case 'hide':
        return removeToast()
      case 'keep':
    }
  }

  async function stepOften(ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await clock.sleep(paceMs, ended)
      if (!ended.aborted) step()
    }
  }

  return {
    look: lookNow,
    async start(ended) {
      void stepOften(ended)
      while (!ended.aborted) {
        await clock.sleep(everyMs, ended)
        if (!ended.aborted) await lookNow()
      }
    },
  }
}

/**
 * Registers the service worker that opens this page offline (`web/shell/shell-worker.ts`). A newer worker waits until a
 * page of its version loads, because pages of the old version still need their files.
 * @param address of the worker, as the browser takes it.
 * @returns a function that checks for a newer worker.
 */
export async function keepShell(
  container: Pick<ServiceWorkerContainer, 'register'>,
  address: string,
  isNewest: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const registration = await container.register(address, { scope: import.meta.env.BASE_URL })

  async function letIn(): Promise<void> {
    const { waiting } = registration
    if (waiting && (await isNewest())) waiting.postMessage('take over')
  }

  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') void letIn()
    })
  })
  await letIn()
  return async () => {
    // Offline; the next check tries again.
    await registration.update().catch(() => undefined)
    await letIn()
  }
}
