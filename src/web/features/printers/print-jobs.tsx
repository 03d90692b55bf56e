import { type Printer, printing, type PrintJob } from '#contract/desk/printers.ts'
import { paths } from '#contract/screen-paths.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Digits, Message, ServiceText, Skeleton } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { JobProblem, JobState } from './job-state.tsx'
import { printJobsQuery, usePrinterChange } from './printer-queries.ts'
import { failureWords, ticketName } from './printer-words.ts'

interface PrintJobsProps {
  readonly printers: readonly Printer[]
}

/** The last hundred tickets: what became of each, newest first. */
export function PrintJobs({ printers }: PrintJobsProps) {
  const t = useTranslate()
  const title = useId()
  const { data: jobs, error } = useQuery(printJobsQuery())
  useToday()
  // Without a printer there is nothing to print, and nothing to say about it.
  if (printers.length === 0 && !jobs?.length) return null
  return (
    <section aria-labelledby={title} className="flex flex-col gap-2 pt-2">
      <h2 id={title} className="text-lg font-semibold">
        {t('printers.jobs')}
      </h2>
      {!jobs && (error ? <Message look="red">{failureWords(error, t)}</Message> : <Skeleton className="h-40" />)}
      {jobs?.length === 0 && <p className="text-soft">{t('printers.noJobs')}</p>}
      {jobs && jobs.length > 0 && (
        <ul className="divide-y divide-line rounded border border-line bg-raised">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} printer={printers.find(({ id }) => id === job.printer_id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface JobRowProps {
  readonly job: PrintJob
  /** Undefined if it was removed. */
  readonly printer: Printer | undefined
}

function JobRow({ job, printer }: JobRowProps) {
  const t = useTranslate()
  const language = useLanguage()
  const again = usePrinterChange(() => callDesk(printing.printAgain, { params: { jobId: job.id } }))
  const { order_id: orderId, created_at: createdAt, stands_in_for: standsInFor, state } = job
  const ticket = ticketName(job, t)
  const number = job.number ?? orderId ?? ''
  const mayRepeat = printer !== undefined && !job.printed_again && (state === 'failed' || state === 'unknown')
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-4 py-3">
      <time dateTime={createdAt} className="text-soft tabular-nums">
        {formatSent(createdAt, language, t, { isShort: true })}
      </time>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="flex flex-wrap items-baseline gap-x-3">
            {orderId !== null && (
              <Link
                to={paths.order(orderId)}
                className="relative -my-3 inline-flex min-h-12 min-w-12 items-center underline"
              >
                <Digits>{number}</Digits>
              </Link>
            )}
            {ticket}
          </p>
          <JobState job={job} />
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-soft">
          {printer ? <ServiceText>{printer.name}</ServiceText> : t('printers.gone')}
          {standsInFor !== null && <span>{t('printers.standsIn', { name: standsInFor })}</span>}
          {job.is_reprint && <span className="font-semibold">{t('printers.reprint')}</span>}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-1 empty:hidden">
          <JobProblem job={job} />
          {again.isSuccess && (
            <p role="status" className="text-sm font-semibold text-good">
              {t('printers.againSent')}
            </p>
          )}
          {mayRepeat && !again.isSuccess && (
            <Button
              className="max-tablet:w-full"
              aria-label={t('printers.againName', { ticket, number })}
              isBusy={again.isPending}
              onClick={() => again.mutate(undefined)}
            >
              {t('printers.again')}
            </Button>
          )}
        </div>
        <ChangeFailure error={again.error} words={failureWords} />
      </div>
    </li>
  )
}
