import { expect, onTestFinished, test } from 'vitest'
import type { Store } from '#server/storage/store.ts'
import { logEntryOf } from './action-store-suite.ts'

/** Tests the settings of a store; `create` makes a new, empty one. */
export function testSettingStore(name: string, create: () => Promise<Store>): void {
  test(`${name}: a setting is written only over the revision that was read`, async () => {
    const store = await create()
    onTestFinished(() => store.close())
    expect(await store.readSetting('rules')).toBeUndefined()
    expect(await store.saveSetting('rules', { isOn: false }, 1)).toBe(false)
    expect(await store.saveSetting('rules', { isOn: true }, 0, logEntryOf({ what: 'change rules' }))).toBe(true)
    expect(await store.saveSetting('rules', { isOn: false }, 0, logEntryOf({ what: 'too late' }))).toBe(false)
    expect(await store.readSetting('rules')).toEqual({ value: { isOn: true }, revision: 1 })
    expect(await store.saveSetting('rules', { isOn: false, name: 'ليلًا \0' }, 1)).toBe(true)
    expect(await store.readSetting('rules')).toEqual({ value: { isOn: false, name: 'ليلًا \0' }, revision: 2 })
    expect(await store.readSetting('ladder')).toBeUndefined()
    expect((await store.readLog({ limit: 9 })).entries.map(({ what }) => what)).toEqual(['change rules'])
  })
}
