import { notifyBriefly } from '#web/api/toasts.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import type { QueryKey } from '@tanstack/react-query'
import { ChangeFailure, useChange } from './change.tsx'
import { ConfirmDialog } from './dialogs.tsx'

interface RemovalDialogProps {
  /** Names the entry. */
  readonly title: string
  /** The consequence. */
  readonly what: string
  readonly button: string
  /** Said once the entry is gone. */
  readonly done: string
  readonly remove: () => Promise<unknown>
  /** The beginnings of the keys of queries that are refetched afterwards. */
  readonly affected: readonly QueryKey[]
  /** Why it failed, and what to do. */
  readonly failureWords: (error: Error, t: Translate) => string
  readonly onClose: () => void
}

/** Asks for confirmation and states the consequence, because a removal cannot be undone. */
export function RemovalDialog(props: RemovalDialogProps) {
  const { title, what, button, done, affected, failureWords, onClose } = props
  const removal = useChange(props.remove, affected, () => {
    onClose()
    notifyBriefly(done)
  })
  return (
    <ConfirmDialog
      title={title}
      button={button}
      isGrave
      isBusy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
      onClose={onClose}
    >
      <p>{what}</p>
      <ChangeFailure error={removal.error} words={failureWords} />
    </ConfirmDialog>
  )
}
