/** The local time at a row's end. Inside a cell nothing can look so: a quote is written twice there. */
const localDay = /"(\d{4}-\d\d-\d\d) [\d:]{8}"$/gm

/** A name for the log as a file, with the first and the last day of which there are rows in it. */
export function fileName(csv: string): string {
  const days = [...csv.matchAll(localDay)].map(([, day = '']) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'vendor-desk-log.csv'
  return `vendor-desk-log-${first === last ? first : `${first}-to-${last}`}.csv`
}
