import { createTold, useTold } from '#client/told.ts'
import { dialogTitle, dialogTruth, watchDialogs } from '#ui/open-dialogs.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { createPortal } from 'react-dom'

interface Blocked {
  /** A new one is said again, even where it says the same. */
  readonly serial: number
  /** The dialog that stood over the screen as it was scanned. */
  readonly dialog: Element | null
}

const blocked = createTold<Blocked>({ serial: 0, dialog: null })

/** A scan came under a dialog: it leads nowhere, and the dialog says so for as long as it is open. */
export const blockScan = (): void => blocked.set({ serial: blocked.read().serial + 1, dialog: dialogTruth() })

/** What to close before the next scan, said in the foremost dialog: what is behind it is neither seen nor heard. */
export function ScanBlocked() {
  const say = useWords()
  const { serial, dialog } = useTold(blocked)
  const foremost = useTold({ watch: watchDialogs, read: dialogTruth })
  if (!foremost || foremost !== dialog) return null
  return createPortal(
    <div key={serial} className="px-6 pt-3">
      <Message role="alert" look="amber">
        {say('scan.underDialog', { title: dialogTitle() })}
      </Message>
    </div>,
    foremost,
  )
}
