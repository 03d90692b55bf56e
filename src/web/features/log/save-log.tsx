import { readLog } from '#contract/desk/log.ts'
import { callDesk } from '#web/api/http/call.ts'
import { fetchFile } from '#web/api/http/fetch-file.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { saveFile } from '#web/format/save-file.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'

/** The filters in the log's address. */
export interface LogQuery {
  readonly order?: string
  /** The last day, as `2026-11-20`; without it, the newest entries. */
  readonly day?: string
  /** The name of the person. */
  readonly by?: string
}

export function readLogQuery(search: string): LogQuery {
  const given = new URLSearchParams(search)
  const [order, day, by] = ['order', 'day', 'by'].map((name) => given.get(name) || undefined)
  return {
    ...(order !== undefined && { order }),
    ...(day !== undefined && isDay(day) && { day }),
    ...(by !== undefined && { by }),
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The filters as the endpoint takes them: a day ends by this tablet's calendar. */
export function logParameters({ order, day, by }: LogQuery) {
  return {
    ...(order !== undefined && { order_id: order }),
    ...(day !== undefined && { until: endOf(day).toISOString() }),
    ...(by !== undefined && { by }),
  }
}

/** A day may have other than 24 hours, and may not begin at midnight. */
function endOf(day: string): Date {
  const end = new Date(`${day}T12:00`)
  end.setDate(end.getDate() + 1)
  end.setHours(0, 0, 0, 0)
  return end
}

/** A page of the log. It grows, so it is refetched each time it is shown. */
export const logQuery = (filters: LogQuery, before: string | undefined) =>
  queryOptions({
    queryKey: ['log', filters, before],
    queryFn: ({ signal }) => {
      const query = { ...logParameters(filters), ...(before !== undefined && { before }) }
      return callDesk(readLog, { query, signal })
    },
    placeholderData: keepPreviousData,
  })

/** The local time at a row's end. No other cell matches, because a quote inside a cell is doubled. */
const localDay = /"(\d{4}-\d\d-\d\d) [\d:]{8}"$/gm

/** The file name of a log, with the first and last day of its rows. */
export function fileName(csv: string): string {
  const days = [...csv.matchAll(localDay)].map(([, day = '']) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'vendor-desk-log.csv'
  return `vendor-desk-log-${first === last ? first : `${first}-to-${last}`}.csv`
}

/** Saves all matching entries as a file, with this tablet's local times. @throws {Failure} */
async function saveLogFile(filters: LogQuery): Promise<void> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = new URLSearchParams({ format: 'csv', zone, ...logParameters(filters) })
  const { text } = await fetchFile(`${readLog.path}?${query}`)
  // Reading a response as text drops the byte order mark, which spreadsheets need.
  saveFile(fileName(text), 'text/csv;charset=utf-8', '\uFEFF', text)
}

/** Saves all matching entries as a file for a spreadsheet. */
export function SaveLog({ filters }: { readonly filters: LogQuery }) {
  const t = useTranslate()
  const save = useMutation({
    mutationFn: () => saveLogFile(filters),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        {t('log.save')}
      </Button>
      {save.error && (
        <Message role="alert" look="red">
          {t('log.saveFailed')}
        </Message>
      )}
    </div>
  )
}
