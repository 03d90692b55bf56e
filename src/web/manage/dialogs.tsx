import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Code, Message } from '#web/components/text.tsx'
import { CopyButton } from '#web/format/copy-button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface AskingProps {
  readonly title: string
  /** The button that goes on. */
  readonly button: string
  /** The request is under way. */
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

interface ConfirmDialogProps extends AskingProps {
  /** It cannot be undone. */
  readonly isGrave?: boolean
  readonly onConfirm: () => void
}

/** Asks for confirmation. Its children state the consequence, and what went wrong. */
export function ConfirmDialog({ title, button, isBusy, isGrave, onConfirm, onClose, children }: ConfirmDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>{children}</DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button look={isGrave ? 'grave' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {button}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface FormDialogProps extends AskingProps {
  readonly onSubmit: () => void
}

/** A form in a dialog. Its children are the fields, and what went wrong. After a try, the first wrong field has the focus. */
export function FormDialog({ title, button, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus()
  }, [tries])
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    onSubmit()
    setTries(tries + 1)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {/* The desk says what is wrong, in the page's language. */}
      <form ref={form} onSubmit={submit} autoComplete="off" noValidate className="contents">
        <DialogBody>{children}</DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {button}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface SecretDialogProps {
  readonly title: string
  /** Where the secret belongs. */
  readonly how: string
  readonly secret: string
  /** What to do if it gets lost. */
  readonly once: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A new secret, the only time that it is shown. */
export function SecretDialog({ title, how, secret, once, onClose, children }: SecretDialogProps) {
  const t = useTranslate()
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <p>{how}</p>
        <div className="flex flex-col gap-2">
          <Code>{secret}</Code>
          <CopyButton text={secret} />
        </div>
        <Message look="amber" role="note">
          {once}
        </Message>
        {children}
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('people.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
