import { saveShortcuts, pressKey, readShortcuts, watchShortcuts } from './shortcuts.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useLayoutEffect, useState } from 'react'
import { keepFocus } from './keep-focus.ts'
import { KeysDialog } from './keys-dialog.tsx'

/** Keyboard shortcuts: `?` lists them and lets the user turn them off. */
export function Keys() {
  const t = useTranslate()
  const [isOn, setOn] = useState(readShortcuts)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(keepFocus, [])
  // In a layout effect, so that the keys work as soon as the button is seen.
  useLayoutEffect(
    () =>
      watchShortcuts((key) => {
        // `?` always works, so that the others can be turned on again.
        if (key === '?' || key === '؟') setOpen(true)
        else if (isOn) pressKey(key)
      }),
    [isOn],
  )

  function turn(on: boolean) {
    setOn(on)
    saveShortcuts(on)
  }

  return (
    <>
      {/* Hidden on tablets without a mouse, which rarely have a keyboard. */}
      <div className="hidden wide:any-hover:block">
        <Button
          aria-label={t('keys.title')}
          aria-keyshortcuts="?"
          className="w-full px-0"
          onClick={() => setOpen(true)}
        >
          <span aria-hidden="true">?</span>
        </Button>
      </div>
      {isOpen && <KeysDialog isOn={isOn} onTurn={turn} onClose={() => setOpen(false)} />}
    </>
  )
}
