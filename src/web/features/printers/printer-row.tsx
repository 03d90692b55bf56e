import { type Printer, printing, type PrintJob } from '#contract/desk/printers.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message, ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { JobProblem, JobState } from './job-state.tsx'
import { printJobsQuery, usePrinterChange } from './printer-queries.ts'
import { conditionInks, factsOf, failureWords, tasksOf } from './printer-words.ts'

interface PrinterRowProps {
  readonly printer: Printer
  readonly all: readonly Printer[]
  readonly onEdit: () => void
}

/** A printer: its state, what it prints, and what can be done with it. */
export function PrinterRow({ printer, all, onEdit }: PrinterRowProps) {
  const t = useTranslate()
  const title = useId()
  const [isLeaving, setLeaving] = useState(false)
  const { id, name } = printer
  const test = usePrinterChange(async () => (await callDesk(printing.testPrinter, { params: { printerId: id } })).data)
  return (
    <li aria-labelledby={title} className="flex flex-col gap-3 rounded border border-line bg-raised p-4">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={title} className="min-w-0 text-lg font-bold">
            <ServiceText>{name}</ServiceText>
          </h2>
          <Condition state={printer.state} />
        </div>
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
        <Button look="grave" aria-label={t('printers.removeName', { name })} onClick={() => setLeaving(true)}>
          {t('printers.remove')}
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {test.error && <Message look="red">{failureWords(test.error, t)}</Message>}
        {test.data && <TestState first={test.data} />}
      </div>
      {isLeaving && <Removal printer={printer} onClose={() => setLeaving(false)} />}
    </li>
  )
}

/** What the printer last said of itself, and since when. */
function Condition({ state: { is, since } }: { readonly state: Printer['state'] }) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  return (
    <p className={`flex flex-wrap items-center gap-x-2 font-semibold ${conditionInks[is]}`}>
      <span className="size-2.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
      {t(`printers.is.${is}`)}
      {is !== 'unknown' && (
        <span className="text-sm font-normal">
          {t('order.statusSince', { time: formatSent(since, language, t, { isShort: true }) })}
        </span>
      )}
    </p>
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

/** Asks for confirmation and states the consequence, because a removal cannot be undone. */
function Removal({ printer: { id, name }, onClose }: RemovalProps) {
  const t = useTranslate()
  const { isPending, error, mutate } = usePrinterChange(
    () => callDesk(printing.removePrinter, { params: { printerId: id } }),
    onClose,
  )
  return (
    <Dialog title={t('printers.removeName', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t('printers.removeWhat')}</p>
        {error && (
          <Message role="alert" look="red">
            {failureWords(error, t)}
          </Message>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        <Button look="grave" isBusy={isPending} onClick={() => mutate(undefined)}>
          {t('printers.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
