import { type Printer, printing, type PrintJob } from '#contract/desk/printers.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ManagedRow, State } from '#web/manage/managed-screen.tsx'
import { RemovalDialog } from '#web/manage/removal-dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { JobProblem, JobState } from './job-state.tsx'
import { affectedByPrinters, printJobsQuery, usePrinterChange } from './printer-queries.ts'
import { conditionInks, factsOf, failureWords, tasksOf } from './printer-words.ts'

interface PrinterRowProps {
  readonly printer: Printer
  readonly all: readonly Printer[]
  readonly onEdit: () => void
}

/** A printer: its state, what it prints, and what can be done with it. */
export function PrinterRow({ printer, all, onEdit }: PrinterRowProps) {
  const t = useTranslate()
  const [isLeaving, setLeaving] = useState(false)
  const { id, name } = printer
  const test = usePrinterChange(async () => (await callDesk(printing.testPrinter, { params: { printerId: id } })).data)
  return (
    <ManagedRow name={<ServiceText>{name}</ServiceText>} state={<Condition state={printer.state} />}>
      <div className="flex flex-col gap-1">
        <p>{tasksOf(printer, t)}</p>
        <p className="text-sm text-soft">
          {factsOf(printer, all, t).map((fact, place, { length }) => (
            <Fragment key={fact}>
              <span className="inline-block">
                <bdi>{fact}</bdi>
                {place < length - 1 && ' ·'}
              </span>{' '}
            </Fragment>
          ))}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t('printers.testName', { name })}
          isBusy={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('printers.test')}
        </Button>
        <Button aria-label={t('printers.editName', { name })} onClick={onEdit}>
          {t('printers.edit')}
        </Button>
        <Button
          look="grave"
          className="ms-auto"
          aria-label={t('printers.removeName', { name })}
          onClick={() => setLeaving(true)}
        >
          {t('printers.remove')}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {test.error && <Message look="red">{failureWords(test.error, t)}</Message>}
        {test.data && <TestState first={test.data} />}
      </div>
      {isLeaving && <Removal printer={printer} onClose={() => setLeaving(false)} />}
    </ManagedRow>
  )
}

/** What the printer last said of itself, and since when. */
function Condition({ state: { is, since } }: { readonly state: Printer['state'] }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  return (
    <State ink={conditionInks[is]}>
      {t(`printers.is.${is}`)}
      {is !== 'unknown' && (
        <span className="ms-2 text-sm font-normal">
          {t('printers.since', { time: formatSent(since, language, t, { isShort: true }) })}
        </span>
      )}
    </State>
  )
}

interface TestStateProps {
  /** The job as it was created. */
  readonly first: PrintJob
}

/** What became of the test print. */
function TestState({ first }: TestStateProps) {
  const { data: jobs = [] } = useQuery(printJobsQuery())
  const t = useTranslate()
  const job = jobs.find(({ id }) => id === first.id) ?? first
  return (
    <>
      {t('printers.test')}: <JobState job={job} />
      <JobProblem job={job} />
    </>
  )
}

interface RemovalProps {
  readonly printer: Printer
  readonly onClose: () => void
}

/** Asks before a printer is removed. */
function Removal({ printer: { id, name }, onClose }: RemovalProps) {
  const t = useTranslate()
  return (
    <RemovalDialog
      title={t('printers.removeName', { name })}
      what={t('printers.removeWhat')}
      button={t('printers.remove')}
      done={t('printers.removed', { name })}
      remove={() => callDesk(printing.removePrinter, { params: { printerId: id } })}
      affected={affectedByPrinters}
      failureWords={failureWords}
      onClose={onClose}
    />
  )
}
