import { readLog } from '#contract/desk/log.ts'
import { fetchText } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { logParameters, type LogQuery } from './log-queries.ts'
import { useMutation } from '@tanstack/react-query'

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
  const text = await fetchText(`${readLog.path}?${query}`)
  saveAs(fileName(text), text)
}

/** Not a link to the endpoint: a link would save an error as the file, and the demo has no server. */
function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  // Reading a response as text drops the byte order mark, which spreadsheets need.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
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
