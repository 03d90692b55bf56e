import { createStore, useStore } from '#web/api/store.ts'
import { dialogTitle, dialogTruth, watchDialogs } from '#web/components/open-dialogs.ts'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { createPortal } from 'react-dom'

interface Blocked {
  /** A new one is said again, even where it says the same. */
  readonly serial: number
  /** The dialog that stood over the screen as it was scanned. */
  readonly dialog: Element | null
}

const blocked = createStore<Blocked>({ serial: 0, dialog: null })

/** A scan came under a dialog: it leads nowhere, and the dialog says so for as long as it is open. */
export const blockScan = (): void => blocked.set({ serial: blocked.read().serial + 1, dialog: dialogTruth() })

/** What to close before the next scan, said in the foremost dialog: what is behind it is neither seen nor heard. */
export function ScanBlocked() {
  const t = useTranslate()
  const { serial, dialog } = useStore(blocked)
  const foremost = useStore({ watch: watchDialogs, read: dialogTruth })
  if (!foremost || foremost !== dialog) return null
  return createPortal(
    <div key={serial} className="px-6 pt-3">
      <Message role="alert" look="amber">
        {t('scan.underDialog', { title: dialogTitle() })}
      </Message>
    </div>,
    foremost,
  )
}
