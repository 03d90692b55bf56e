import type { Clock } from '#contract/clock.ts'
import type { Who } from '#contract/desk/action.ts'
import { ladderSteps } from '#contract/desk/alerts.ts'
import { changeSetting, type SettingStore } from '#server/storage/setting-store.ts'
import type { LogEntry } from '#server/storage/store.ts'
import type { AlertBook } from './alert-book.ts'
import type { AlertDelivery } from './alert-delivery.ts'
import type { Withdraw } from './withdraw.ts'

export interface RehearsalDeps {
  readonly store: SettingStore
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

const settingName = 'rehearsal'
const stepEveryMs = 15_000
const lastsMs = 60_000

interface Run {
  readonly startedAt: number
  readonly endsAt: number
}

/** Climbs the whole ladder with a test order, until somebody confirms. One at a time, over all servers. */
export function createRehearsal(deps: RehearsalDeps): Rehearsal {
  const { store, clock, book, delivery, withdraw, onStoreFailure } = deps

  /** @returns what is under way of what is stored. */
  function underWay(stored: unknown): Run | undefined {
    const run = stored as Run | undefined // As written below.
    const isNow = run && clock.now() < run.endsAt && clock.now() >= run.startedAt - lastsMs
    return isNow ? run : undefined
  }

  const isRunning = async () => underWay((await store.readSetting(settingName))?.value) !== undefined

  async function end(how: 'confirmed' | 'over', by: Who | null, closing: AbortSignal): Promise<void> {
    const open = book.open().filter(({ isRehearsal }) => isRehearsal)
    await withdraw(await book.end(open, how, by), closing)
  }

  async function climb({ startedAt }: Run, closing: AbortSignal): Promise<void> {
    const isOver = async () => closing.aborted || !(await isRunning())
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
    isRunning,
    async start(entry, closing) {
      const run = { startedAt: clock.now(), endsAt: clock.now() + lastsMs }
      const next = (stored: unknown) => (underWay(stored) ? undefined : run)
      const { value: started } = await changeSetting(store, settingName, next, () => entry)
      if (started) void climb(started, closing).catch(onStoreFailure)
      return started !== undefined
    },
    async confirm(by, closing) {
      const { value: ended } = await changeSetting(store, settingName, (stored) => {
        const run = underWay(stored)
        return run && { ...run, endsAt: clock.now() }
      })
      if (!ended) return
      // Another server may have begun it.
      await book.refresh()
      await end('confirmed', by, closing)
    },
  }
}
