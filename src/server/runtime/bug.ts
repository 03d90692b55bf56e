export type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = (event: string, fields: Readonly<Record<string, unknown>>, level?: Level) => void

/** A mistake of our own as the log has it: without its message, which may quote what somebody sent. */
export function bugIn(thrown: unknown): Readonly<Record<string, unknown>> {
  if (!(thrown instanceof Error)) return { error: typeof thrown }
  const { name, message, stack } = thrown
  return { error: name, stack: stack?.replace(message, '').match(/^ +at .*$/gm) }
}

/** Writes a mistake of our own down; `where` is what it was made in. */
export const logBug = (log: Log, where: string, thrown: unknown): void =>
  log('failed', { where, ...bugIn(thrown) }, 'error')
