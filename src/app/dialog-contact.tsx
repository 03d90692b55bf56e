import { useTold } from '#client/told.ts'
import { dialogTruth, watchDialogs } from '#ui/open-dialogs.ts'
import { createPortal } from 'react-dom'
import { ContactLamp } from './contact-lamp.tsx'

/** That there is no contact, in the foremost dialog as well: on a phone it covers the lamp. */
export function DialogContact() {
  const dialog = useTold({ watch: watchDialogs, read: dialogTruth })
  return dialog && createPortal(<ContactLamp isKnown={false} />, dialog)
}
