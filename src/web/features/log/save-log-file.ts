import { fetchText } from '#web/api/http/fetch-text.ts'
import { readLog } from '#contract/desk/log.ts'
import { fileName } from './file-name.ts'
import { logParameters, type LogWanted } from './log-queries.ts'

/** Saves all that is wanted of the log as a file, with this tablet's local times. @throws {Failure} */
export async function saveLogFile(wanted: LogWanted): Promise<void> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = new URLSearchParams({ format: 'csv', zone, ...logParameters(wanted) })
  const text = await fetchText(`${readLog.path}?${query}`)
  saveAs(fileName(text), text)
}

/** Not a link to the file: an error would be saved in its place, and the demo has no server that a link could ask. */
function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  // The mark by which spreadsheets know UTF-8 is lost when a text is read.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
