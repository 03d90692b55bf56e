import { shortcutsShown } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Switch } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { keepFocus } from './keep-focus.ts'
import { keyList, pressKey, readShortcuts, saveShortcuts, watchShortcuts } from './shortcuts.ts'
import { useLayoutEffect, useState } from 'react'

interface KeysDialogProps {
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
  readonly onClose: () => void
}

/** Lists the keyboard shortcuts. */
function KeysDialog({ isOn, onTurn, onClose }: KeysDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <DialogBody>
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
        <Switch label={t('keys.on')} hint={t('keys.onHint')} checked={isOn} onChange={onTurn} />
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('keys.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Keyboard shortcuts: `?` lists them and lets the user turn them off. */
export function Keys() {
  const [isOn, setOn] = useState(readShortcuts)
  const isOpen = useStore(shortcutsShown)
  useLayoutEffect(keepFocus, [])
  // In a layout effect, so that the keys work as soon as the button is seen.
  useLayoutEffect(
    () =>
      watchShortcuts((key) => {
        // `?` always works, so that the others can be turned on again.
        if (key === '?' || key === '؟') shortcutsShown.set(true)
        else if (isOn) pressKey(key)
      }),
    [isOn],
  )

  function turn(on: boolean) {
    setOn(on)
    saveShortcuts(on)
  }

  return isOpen && <KeysDialog isOn={isOn} onTurn={turn} onClose={() => shortcutsShown.set(false)} />
}
