import { type Report, readReport, type ReportTable } from '#contract/desk/reports.ts'
import { callDesk } from '#web/api/http/call.ts'
import { fetchFile } from '#web/api/http/fetch-file.ts'
import { saveFile } from '#web/format/save-file.ts'
import type { DaySpan } from './report-spans.ts'
import { queryOptions } from '@tanstack/react-query'

const refetchMs = 60_000

/**
 * The report of a span, or of the shop's current day, for a signed-in person: refused unless they are a manager, so
 * nobody sees what was read for another one. A span that includes the current day goes on changing.
 */
export const reportQuery = (personId: string | undefined, span?: DaySpan) =>
  queryOptions({
    queryKey: ['report', personId, span?.from, span?.to],
    queryFn: async ({ signal }) => (await callDesk(readReport, { query: { ...span }, signal })).data,
    staleTime: refetchMs,
    refetchInterval: ({ state: { data } }) => (data && data.to < data.today ? false : refetchMs),
    enabled: personId !== undefined,
    placeholderData: (previous, query) => (query?.queryKey[1] === personId ? previous : undefined),
  })

/** Saves a table of a report as a file. @returns its name. @throws {Failure} */
export async function saveReport({ from, to }: Report, table: ReportTable): Promise<string> {
  const query = new URLSearchParams({ from, to, format: 'csv', table })
  const { text, name } = await fetchFile(`${readReport.path}?${query}`)
  // Reading a response as text drops the byte order mark, which spreadsheets need.
  saveFile(name, 'text/csv;charset=utf-8', '\uFEFF', text)
  return name
}
