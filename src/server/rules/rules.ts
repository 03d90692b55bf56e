import type { AcceptMoment } from '#contract/desk/accept-moment.ts'
import { AutoAccept } from '#contract/desk/rules.ts'
import { isRecord } from '#contract/json.ts'
import type { Emit } from '#server/events/bus.ts'
import { changeSetting, type SettingStore } from '#server/storage/setting-store.ts'
import type { LogEntry } from '#server/storage/store.ts'
import * as z from 'zod/mini'

export interface RulesDeps {
  readonly store: SettingStore
  readonly emit: Emit
  /** The time zone of a shop that has set none, such as `Asia/Baghdad`. */
  readonly timeZone: string
}

/** The shop's rule of automatic acceptance, the same for all its servers. */
export interface Rules {
  /** As it was last read. */
  current(): AutoAccept
  /** Increases with each change. */
  revision(): number
  /** When orders are accepted; null while it is off. */
  state(): AcceptMoment | null
  /** Reads it anew, because another server may have changed it. @throws {StoreUnavailable} */
  look(): Promise<AutoAccept>
  /** Saves what `next` makes of the current one, with a log entry. @throws {StoreUnavailable} */
  change(next: (before: AutoAccept) => AutoAccept, entry: (after: AutoAccept) => LogEntry): Promise<AutoAccept>
}

const settingName = 'rules'

const everyDay: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

const usual = (timeZone: string): AutoAccept => ({
  enabled: false,
  when: 'last_moment',
  weekdays: [...everyDay],
  from: '00:00',
  to: '00:00',
  time_zone: timeZone,
  max_total: null,
  max_pieces: null,
  max_open: null,
  requires_catalog: true,
  requires_presence: true,
})

export function createRules({ store, emit, timeZone }: RulesDeps): Rules {
  let held = { rule: usual(timeZone), revision: 0 }

  /** Fields that another version stored, or did not, have the usual value; a rule that cannot be read is off. */
  function read(value: unknown): AutoAccept {
    const parsed = z.safeParse(AutoAccept, { ...usual(timeZone), ...(isRecord(value) && value) })
    return parsed.success ? parsed.data : usual(timeZone)
  }

  function hold(rule: AutoAccept, revision: number): AutoAccept {
    const isNew = revision > held.revision
    if (isNew) held = { rule, revision }
    if (isNew) emit({ type: 'rules-changed' })
    return held.rule
  }

  async function look(): Promise<AutoAccept> {
    const stored = await store.readSetting(settingName)
    return stored ? hold(read(stored.value), stored.revision) : held.rule
  }

  return {
    current: () => held.rule,
    revision: () => held.revision,
    state: () => (held.rule.enabled ? held.rule.when : null),
    look,
    async change(next, entry) {
      const { value, revision } = await changeSetting(store, settingName, (stored) => next(read(stored)), entry)
      return hold(value, revision)
    },
  }
}
