import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import {
  displayLanguages,
  minutesAtMost,
  shopNameAtMost,
  tabletSettings as endpoints,
  type DisplaySettings,
  type StationSettings,
} from '#contract/desk/tablet-settings.ts'
import { readName } from '#contract/desk/people.ts'
import { isRecord } from '#contract/json.ts'
import { readable } from '#contract/salvage.ts'
import { readOrder } from '#contract/vendor/order.ts'
import type { OrderRecord } from '#domain/order.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import type { Emit } from '#server/events/bus.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import type { Inbox } from '#server/orders/inbox.ts'
import { changeSetting, type SettingStore } from '#server/storage/setting-store.ts'

// What the shop sets for its stations and its displays.

const badSetting = (message: string) => new HttpError(422, 'bad_setting', message)

/** Reads one field of a change over its value before. @throws {HttpError} 422 */
const fieldsOf =
  <Settings>(given: unknown, before: Settings) =>
  <Name extends keyof Settings & string>(
    name: Name,
    form: string,
    read: (value: unknown) => Settings[Name] | undefined,
  ): Settings[Name] => {
    if (!isRecord(given)) throw badSetting('The body is an object.')
    const value = given[name]
    const found = value === undefined ? before[name] : read(value)
    if (found === undefined) throw badSetting(`${name} is ${form}.`)
    return found
  }

const aFewMinutes = `a whole number of minutes from 1 to ${minutesAtMost}`

const readMinutes = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= minutesAtMost ? value : undefined

function readStation(body: unknown, before: StationSettings): StationSettings {
  const field = fieldsOf(body, before)
  const changed = {
    amber_minutes: field('amber_minutes', aFewMinutes, readMinutes),
    target_minutes: field('target_minutes', aFewMinutes, readMinutes),
  }
  if (changed.amber_minutes > changed.target_minutes) throw badSetting('amber_minutes is no more than target_minutes.')
  return changed
}

function readDisplay(body: unknown, before: DisplaySettings): DisplaySettings {
  const field = fieldsOf(body, before)
  return {
    shop_name: field('shop_name', `a text of at most ${shopNameAtMost} characters`, readShopName),
    languages: field('languages', `a list of ${displayLanguages.join(', ')}, each once, at least one`, readLanguages),
    speaks: field('speaks', 'true or false', (value) => (typeof value === 'boolean' ? value : undefined)),
    ready_minutes: field('ready_minutes', aFewMinutes, readMinutes),
  }
}

function readShopName(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return value.trim() === '' ? '' : readName(value)
}

function readLanguages(value: unknown): DisplaySettings['languages'] | undefined {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size < value.length) return undefined
  const known = value.flatMap((each: unknown) => displayLanguages.find((language) => language === each) ?? [])
  return known.length < value.length ? undefined : known
}

const usualStation: StationSettings = { amber_minutes: 10, target_minutes: 15 }
const usualDisplay: DisplaySettings = {
  shop_name: '',
  languages: [...displayLanguages],
  speaks: false,
  ready_minutes: 30,
}

/** What is stored, as if it were saved now: missing fields have the usual value, and all have it if one is not allowed. */
function storedOr<Settings>(
  readSaved: (body: unknown, before: Settings) => Settings,
  usual: Settings,
  stored: unknown,
): Settings {
  try {
    return isRecord(stored) ? readSaved(stored, usual) : usual
  } catch (error) {
    if (error instanceof HttpError) return usual
    throw error
  }
}

const stationIn = (stored: unknown) => storedOr(readStation, usualStation, stored)
const displayIn = (stored: unknown) => storedOr(readDisplay, usualDisplay, stored)

interface TabletSettingsDeps {
  readonly store: SettingStore
  readonly emit: Emit
}

type TabletSettings = ReturnType<typeof createTabletSettings>

const names = { station: 'station', display: 'display' } as const

/** The settings of stations and displays, the same for all servers of the shop. */
export function createTabletSettings({ store, emit }: TabletSettingsDeps) {
  /** The revision of each setting, as far as tablets know it. */
  const revisions = new Map<string, number>()

  function note(name: string, revision: number): void {
    const isNew = revision > (revisions.get(name) ?? 0)
    revisions.set(name, Math.max(revision, revisions.get(name) ?? 0))
    if (isNew) emit({ type: 'tablet-settings-changed' })
  }

  async function read(name: string): Promise<unknown> {
    const stored = await store.readSetting(name)
    if (stored) note(name, stored.revision)
    return stored?.value
  }

  return {
    /** Whether another server changed them; then tablets are told. @throws {StoreUnavailable} */
    async look(): Promise<void> {
      await Promise.all(Object.values(names).map(read))
    },
    /** @throws {StoreUnavailable} */
    station: async () => stationIn(await read(names.station)),
    /** @throws {StoreUnavailable} */
    display: async () => displayIn(await read(names.display)),
    /** @throws {HttpError} 422; {StoreUnavailable} */
    async changeStation(body: unknown, entry: Parameters<SettingStore['saveSetting']>[3]): Promise<StationSettings> {
      const next = (stored: unknown) => readStation(body, stationIn(stored))
      const { value, revision } = await changeSetting(store, names.station, next, () => entry)
      note(names.station, revision)
      return value
    },
    /** @throws {HttpError} 422; {StoreUnavailable} */
    async changeDisplay(body: unknown, entry: Parameters<SettingStore['saveSetting']>[3]): Promise<DisplaySettings> {
      const next = (stored: unknown) => readDisplay(body, displayIn(stored))
      const { value, revision } = await changeSetting(store, names.display, next, () => entry)
      note(names.display, revision)
      return value
    },
  }
}

interface TabletSettingsRouteDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly tabletSettings: TabletSettings
  readonly inbox: Pick<Inbox, 'open' | 'closed'>
}

/** Routes for the settings of stations and displays. */
export function tabletSettingsRoutes(at: At, { gate, clock, tabletSettings, inbox }: TabletSettingsRouteDeps): void {
  const asManager = [sameOriginOnly, jsonBody, gate.managerOnly]

  const shownDisplay = async (settings: DisplaySettings) =>
    answer(200, { data: { ...settings, service_name: await nameOfShop(inbox) } })

  const readOfStation: Handler<Guarded> = async () => answer(200, { data: await tabletSettings.station() })
  const readOfDisplay: Handler<Guarded> = async () => shownDisplay(await tabletSettings.display())
  const saveStation: Handler<Guarded> = async (c) => {
    const entry = notesBy(clock, whoActs(c))('change station')
    return answer(200, { data: await tabletSettings.changeStation(c.var.body(), entry) })
  }
  const saveDisplay: Handler<Guarded> = async (c) => {
    const entry = notesBy(clock, whoActs(c))('change display')
    return shownDisplay(await tabletSettings.changeDisplay(c.var.body(), entry))
  }

  const ofStation = gate.of('counter', 'station').enrolledOnly
  const ofDisplay = gate.of('counter', 'display').enrolledOnly
  at(endpoints.readStation.path, { GET: [ofStation, readOfStation], PUT: [...asManager, saveStation] })
  at(endpoints.readDisplay.path, { GET: [ofDisplay, readOfDisplay], PUT: [...asManager, saveDisplay] })
}

/** The shop's name as it is set for its displays, else as the service gives it; empty if neither is known. */
export const readShownName = async ({
  tabletSettings,
  inbox,
}: Pick<TabletSettingsRouteDeps, 'tabletSettings' | 'inbox'>): Promise<string> =>
  (await tabletSettings.display()).shop_name || nameOfShop(inbox)

/** Orders that are looked through for the shop's name, the newest first. */
const closedLookedAt = 10

/** The name that the service gives the shop, on the newest order that has one; empty if none has. */
async function nameOfShop({ open, closed }: Pick<Inbox, 'open' | 'closed'>): Promise<string> {
  const newest = open().toSorted((one, other) => other.receivedAt - one.receivedAt)
  return nameIn(newest) ?? nameIn(await closed({ limit: closedLookedAt })) ?? ''
}

function nameIn(records: readonly OrderRecord[]): string | undefined {
  for (const { orderId, order } of records) {
    const name = readable(readable(readOrder(orderId, order)?.vendor)?.name)?.trim()
    if (name) return readName(name)
  }
  return undefined
}
