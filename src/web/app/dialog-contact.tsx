import { useStore } from '#web/api/store.ts'
import { dialogTruth, watchDialogs } from '#web/components/dialog.tsx'
import { createPortal } from 'react-dom'
import { ConnectionStatus } from './connection-status.tsx'

/** Shows the connection status in the foremost dialog too, because on a phone the dialog covers the page's own. */
export function DialogContact() {
  const dialog = useStore({ watch: watchDialogs, read: dialogTruth })
  return dialog && createPortal(<ConnectionStatus isKnown={false} />, dialog)
}
