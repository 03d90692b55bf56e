import { saveShortcuts, pressKey, readShortcuts, watchShortcuts } from './shortcuts.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useLayoutEffect, useState } from 'react'
import { keepFocus } from './keep-focus.ts'
import { KeysDialog } from './keys-dialog.tsx'

/** Keys for whoever has a keyboard: `?` lists them, and lets them be turned off. */
export function Keys() {
  const t = useTranslate()
  const [isOn, setOn] = useState(readShortcuts)
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(keepFocus, [])
  // As soon as the button is seen the keys do what it says, however busy the page is.
  useLayoutEffect(
    () =>
      watchShortcuts((key) => {
        // The list can always be asked for: in it, all others are turned on again.
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
      {/* Of no use on a tablet without a keyboard, most of which have no mouse either. */}
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
