import type { Clock } from '#contract/clock.ts'
import type { Who } from '#contract/desk/action.ts'
import { ladderSteps } from '#contract/desk/alerts.ts'
import type { LogEntry, Store } from '#server/storage/store.ts'
import type { AlertBook } from './alert-book.ts'
import type { AlertDelivery } from './alert-delivery.ts'
import type { Withdraw } from './withdraw.ts'

export interface RehearsalDeps {
  readonly store: Pick<Store, 'readSetting' | 'saveSetting'>
  readonly clock: Clock
  readonly book: AlertBook
  readonly delivery: Pick<AlertDelivery, 'tell'>
  readonly withdraw: Withdraw
  readonly onStoreFailure: (error: unknown) => void
}

export interface Rehearsal {
  isRunning(): Promise<boolean>
  /** Begins one. @returns false if one is under way. @throws {StoreUnavailable} */
  start(entry: LogEntry, closing: AbortSignal): Promise<boolean>
  /** Somebody got it: the rehearsal ends. @throws {StoreUnavailable} */
  confirm(by: Who, closing: AbortSignal): Promise<void>
}

const setting = 'rehearsal'
const stepEveryMs = 15_000
const lastsMs = 60_000

interface Run {
  readonly startedAt: number
  readonly endsAt: number
}

/** Climbs the whole ladder with a test order, until somebody confirms. One at a time, over all servers. */
export function createRehearsal(deps: RehearsalDeps): Rehearsal {
  const { store, clock, book, delivery, withdraw, onStoreFailure } = deps

  async function read() {
    const found = await store.readSetting(setting)
    return { run: found?.value as Run | undefined, revision: found?.revision ?? 0 } // As written below.
  }

  const isNow = ({ run }: { readonly run: Run | undefined }): boolean =>
    run !== undefined && clock.now() < run.endsAt && clock.now() >= run.startedAt - lastsMs

  async function end(how: 'confirmed' | 'over', by: Who | null, closing: AbortSignal): Promise<void> {
    const open = book.open().filter(({ isRehearsal }) => isRehearsal)
    await withdraw(await book.end(open, how, by), closing)
  }

  async function climb({ startedAt }: Run, closing: AbortSignal): Promise<void> {
    const isOver = async () => closing.aborted || !isNow(await read())
    for (const step of ladderSteps) {
      if (await isOver()) break
      const occasion = `rehearsal ${startedAt} ${step}`
      const begun = await book.begin({ occasion, kind: 'order_unanswered', step, isRehearsal: true })
      if (begun) void delivery.tell(begun, closing)
      await clock.sleep(stepEveryMs, closing)
    }
    while (!(await isOver())) await clock.sleep(stepEveryMs, closing)
    await end('over', null, closing)
  }

  return {
    isRunning: async () => isNow(await read()),
    async start(entry, closing) {
      const before = await read()
      if (isNow(before)) return false
      const run = { startedAt: clock.now(), endsAt: clock.now() + lastsMs }
      if (!(await store.saveSetting(setting, run, before.revision, entry))) return false
      void climb(run, closing).catch(onStoreFailure)
      return true
    },
    async confirm(by, closing) {
      const before = await read()
      if (!before.run || !isNow(before)) return
      await store.saveSetting(setting, { ...before.run, endsAt: clock.now() }, before.revision)
      // Another server may have begun it.
      await book.refresh()
      await end('confirmed', by, closing)
    },
  }
}
