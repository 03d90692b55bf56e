import { Link } from '#client/navigation.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PeopleFailure } from './people-failure.tsx'

/** Stands in for a list that only somebody may see, with the way to become somebody. */
export function SignInFirst() {
  const say = useWords()
  const { pathname } = useLocation()
  return (
    <Message look="amber" role="note">
      <p>{say('people.signInFirst')}</p>
      <Link to={paths.signIn(pathname)} className="inline-flex min-h-12 items-center font-semibold underline">
        {say('people.signIn')}
      </Link>
    </Message>
  )
}

interface PeopleRowProps {
  readonly name: string
  /** What is special about it, in a word. */
  readonly tags: readonly string[]
  readonly details?: ReactNode
  readonly action?: ReactNode
}

export const PeopleRow = ({ name, tags, details, action }: PeopleRowProps) => (
  <li className="flex min-h-16 items-center gap-3 border-b border-line py-2">
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi dir="auto" className="break-words">
          {name}
        </bdi>
        {tags.map((tag) => (
          <span key={tag} className="rounded bg-accent-tint px-2 text-sm text-accent">
            {tag}
          </span>
        ))}
      </p>
      {details}
    </div>
    {action}
  </li>
)

interface ConfirmProps {
  readonly title: string
  readonly consequence: string
  /** Said where it concerns whoever does it. */
  readonly warning: string | undefined
  readonly button: string
  readonly isPending: boolean
  readonly error: Error | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** What cannot be taken back is asked once more, with its consequence. */
export function Confirm({ title, consequence, warning, button, isPending, error, onConfirm, onClose }: ConfirmProps) {
  const say = useWords()
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {warning !== undefined && <Message look="amber">{warning}</Message>}
        <p>{consequence}</p>
        <PeopleFailure error={error} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{say('people.cancel')}</Button>
        <Button look="grave" aria-disabled={isPending} onClick={() => isPending || onConfirm()}>
          {button}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
