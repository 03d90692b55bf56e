import { Switch } from '#web/components/field.tsx'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'
import { readShortcuts, saveShortcuts, type ShortcutKey } from './shortcuts.ts'
import { useState } from 'react'

const keyList = [
  ['?', 'keys.help'],
  ['/', 'keys.search'],
  ['o', 'keys.orders'],
  ['c', 'keys.closed'],
  ['i', 'keys.items'],
  ['n', 'keys.next'],
  ['j', 'keys.down'],
  ['k', 'keys.up'],
  ['a', 'keys.accept'],
  ['r', 'keys.reject'],
  ['m', 'keys.ready'],
  ['s', 'keys.silence'],
] as const satisfies readonly (readonly [key: ShortcutKey, does: MessageKey])[]

/** Lists the keyboard shortcuts, and turns them off. */
export function ShortcutList() {
  const t = useTranslate()
  const [isOn, setOn] = useState(readShortcuts)
  function turn(on: boolean) {
    setOn(on)
    saveShortcuts(on)
  }
  return (
    <>
      <p className="text-soft">{t('keys.how')}</p>
      <dl className="grid gap-x-6 gap-y-2 tablet:grid-cols-2">
        {keyList.map(([key, does]) => (
          <div key={key} className="flex items-baseline gap-3">
            <dt>
              <kbd className="inline-block min-w-9 rounded-sm border border-edge bg-sunken px-2 py-1 text-center font-mono text-base">
                {key}
              </kbd>
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <Switch label={t('keys.on')} hint={t('keys.onHint')} checked={isOn} onChange={turn} />
    </>
  )
}
