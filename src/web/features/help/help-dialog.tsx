import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { type MessageKey, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'

/** What somebody new at the counter asks. A point may begin with the word that the screen shows. */
const questions = [
  {
    title: 'help.columns',
    points: [
      ['help.columns.answer', 'lane.answer'],
      ['help.columns.preparing', 'lane.preparing'],
      ['help.columns.ready', 'lane.ready'],
      ['help.columns.contact', 'lane.contact'],
    ],
  },
  {
    title: 'help.answer',
    points: [
      ['help.answer.accept', 'card.accept'],
      ['help.answer.reject', 'card.reject'],
      ['help.answer.missing', 'reject.askTitle'],
    ],
  },
  {
    title: 'help.colours',
    points: [
      ['help.colours.green', 'help.green', 'text-good'],
      ['help.colours.amber', 'help.amber', 'text-amber'],
      ['help.colours.red', 'help.red', 'text-red'],
      ['help.colours.over'],
      ['help.colours.frame'],
    ],
  },
  { title: 'help.undo', points: [['help.undo.what'], ['help.undo.leave'], ['help.undo.late']] },
  { title: 'help.silent', points: [['help.silent.turnOn'], ['help.silent.volume'], ['help.silent.panel']] },
  {
    title: 'help.notLive',
    points: [
      ['help.notLive.late', 'connection.late'],
      ['help.notLive.offline', 'connection.offline'],
      ['help.notLive.noService', 'connection.noService'],
    ],
  },
  { title: 'help.signIn', points: [['help.signIn.who'], ['help.signIn.pin']] },
  { title: 'help.call', points: [['help.call.manager'], ['help.call.runs']] },
] as const satisfies readonly {
  readonly title: MessageKey
  readonly points: readonly (readonly [says: MessageKey, word?: MessageKey, ink?: string])[]
}[]

interface HelpTopicProps {
  readonly title: string
  readonly isOpen?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** One question with its answer behind a press. */
const HelpTopic = ({ title, isOpen = false, className = '', children }: HelpTopicProps) => (
  <details open={isOpen} className={`border-b border-line last:border-b-0 ${className}`}>
    <summary className="my-1 ms-5 min-h-12 list-outside content-center py-2 font-semibold">{title}</summary>
    <div className="ms-5 flex flex-col gap-3 pb-4">{children}</div>
  </details>
)

interface HelpDialogProps {
  readonly onClose: () => void
  /** Shows the keyboard shortcuts first; otherwise they are the last topic, and only where there is a mouse. */
  readonly isForShortcuts: boolean
  /** The keyboard shortcuts. */
  readonly children: ReactNode
}

/** Answers what somebody new at the counter asks. */
export function HelpDialog({ onClose, isForShortcuts, children }: HelpDialogProps) {
  const t = useTranslate()
  const shortcuts = (
    <HelpTopic
      title={t('keys.title')}
      isOpen={isForShortcuts}
      className={isForShortcuts ? '' : 'hidden any-hover:block'}
    >
      {children}
    </HelpTopic>
  )
  return (
    <Dialog title={t('account.help')} onClose={onClose}>
      <DialogBody>
        <div>
          {isForShortcuts && shortcuts}
          {questions.map(({ title, points }) => (
            <HelpTopic key={title} title={t(title)}>
              {points.map(([says, word, ink = '']) => (
                <p key={says}>
                  {word && <strong className={`block ${ink}`}>{t(word)}</strong>}
                  {t(says)}
                </p>
              ))}
            </HelpTopic>
          ))}
          {!isForShortcuts && shortcuts}
        </div>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('help.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
