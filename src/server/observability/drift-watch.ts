import * as z from 'zod/mini'
import type { Clock } from '#contract/clock.ts'
import { readDrift, type Drift } from '#contract/desk/deadline.ts'
import { differencesFrom, type Difference } from '#contract/drift.ts'
import { vendor as endpoints, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import type { At } from '#server/http/guard.ts'
import { answer } from '#server/http/http-error.ts'
import { type Log, logBug } from '#server/runtime/bug.ts'
import { createRecent } from '#server/runtime/recent.ts'
import { changeSetting, type SettingStore } from '#server/storage/setting-store.ts'
import { StoreUnavailable } from '#server/storage/store.ts'
import type { VendorAnswer } from '#server/vendor/vendor.ts'

interface DriftWatchDeps {
  readonly store: SettingStore
  readonly clock: Clock
  readonly log: Log
}

export interface DriftWatch {
  /** Compares an answer of the vendor with the contract. Never throws. `about`: what was requested. */
  note(name: VendorEndpointName, about: unknown, answer: Pick<VendorAnswer, 'text' | 'body'>): void
  /** Adds what was found since to what is stored. Never rejects: what cannot be saved is saved later. */
  save(): Promise<void>
  /** The most frequent first. @throws {StoreUnavailable} */
  read(): Promise<readonly Drift[]>
}

const settingName = 'drift'
const keptAtMost = 200
const savedEachMs = 60_000
/** An order that waits is read again and again, mostly unchanged; longer texts, which are lists, are not kept. */
const keptTexts = 200
const longestText = 32 * 1024

/** Collects where the vendor's answers differ from the contract, which changes nothing in how they are read. */
export function createDriftWatch({ store, clock, log }: DriftWatchDeps): DriftWatch {
  /** Found since the last save, by place and type. */
  let found = new Map<string, Drift>()
  const latest = createRecent<string>(keptTexts, (text) => text)
  let isSaveDue = false
  let saving: Promise<void> = Promise.resolve()

  function isRepeated(key: string, text: string): boolean {
    if (text.length > longestText) return false
    if (latest.get(key) === text) return true
    latest.set(key, text)
    return false
  }

  function add(name: VendorEndpointName, { path, found: type, expected, example }: Difference): void {
    const { method, path: address } = endpoints[name]
    const at = new Date(clock.now()).toISOString()
    const named = { path: `${method} ${address} ${path}`.trim(), found: type, expected, example }
    const one = { ...named, count: 1, first_at: at, last_at: at }
    const same = found.get(keyOf(one))
    if (same || found.size < keptAtMost) found.set(keyOf(one), same ? sum(same, one) : one)
  }

  async function saveOnce(): Promise<void> {
    if (found.size === 0) return
    const added = [...found.values()]
    await changeSetting(store, settingName, (stored) => merge(driftsIn(stored), added))
    const since = [...found.values()].flatMap((drift) => without(drift, added))
    found = new Map(since.map((drift) => [keyOf(drift), drift]))
  }

  const save = () =>
    (saving = saving.then(saveOnce).catch((error: unknown) => {
      // The alarm of the store tells.
      if (!(error instanceof StoreUnavailable)) logBug(log, 'drift', error)
    }))

  function saveSoon(): void {
    if (isSaveDue) return
    isSaveDue = true
    clock.after(savedEachMs, () => {
      isSaveDue = false
      void save()
    })
  }

  return {
    note(name, about, { text, body }) {
      try {
        if (isRepeated(`${name} ${JSON.stringify(about)}`, text)) return
        for (const difference of differencesFrom(endpoints[name].answer, body)) add(name, difference)
        if (found.size > 0) saveSoon()
      } catch (error) {
        logBug(log, 'drift', error)
      }
    },
    save,
    read: async () => merge(driftsIn((await store.readSetting(settingName))?.value), [...found.values()]),
  }
}

function driftsIn(stored: unknown): readonly Drift[] {
  const { success, data } = z.safeParse(readDrift.answer.shape.data, stored)
  return success ? data : []
}

const keyOf = ({ path, found }: Drift): string => `${path} ${found}`

/** Adds up, the most frequent first. The latest of equally frequent ones stay. */
function merge(known: readonly Drift[], added: readonly Drift[]): Drift[] {
  const byKey = new Map(known.map((drift) => [keyOf(drift), drift]))
  for (const drift of added) {
    const same = byKey.get(keyOf(drift))
    byKey.set(keyOf(drift), same ? sum(same, drift) : drift)
  }
  const isLater = (one: Drift, other: Drift) => (one.last_at < other.last_at ? 1 : -1)
  return [...byKey.values()]
    .toSorted((one, other) => other.count - one.count || isLater(one, other))
    .slice(0, keptAtMost)
}

const sum = (one: Drift, other: Drift): Drift => ({
  ...one,
  count: one.count + other.count,
  first_at: one.first_at < other.first_at ? one.first_at : other.first_at,
  last_at: one.last_at > other.last_at ? one.last_at : other.last_at,
})

/** What was counted since `saved`. */
function without(drift: Drift, saved: readonly Drift[]): readonly Drift[] {
  const count = drift.count - (saved.find((each) => keyOf(each) === keyOf(drift))?.count ?? 0)
  return count > 0 ? [{ ...drift, count }] : []
}

interface DriftRouteDeps {
  readonly gate: Gate
  readonly drift: Pick<DriftWatch, 'read'>
}

export function driftRoutes(at: At, { gate, drift }: DriftRouteDeps): void {
  at(readDrift.path, { GET: [gate.managerOnly, async () => answer(200, { data: await drift.read() })] })
}
