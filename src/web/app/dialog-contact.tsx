import { useStore } from '#web/api/store.ts'
import { dialogTruth, watchDialogs } from '#web/components/dialog.tsx'
import { createPortal } from 'react-dom'
import { ConnectionStatus } from './connection-status.tsx'

/** That there is no contact, in the foremost dialog as well: on a phone it covers the lamp. */
export function DialogContact() {
  const dialog = useStore({ watch: watchDialogs, read: dialogTruth })
  return dialog && createPortal(<ConnectionStatus isKnown={false} />, dialog)
}
