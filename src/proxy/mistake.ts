/** A mistake of our own as the log has it: without its message, which may quote what somebody sent. */
export function mistakeIn(thrown: unknown): Readonly<Record<string, unknown>> {
  if (!(thrown instanceof Error)) return { error: typeof thrown }
  const { name, message, stack } = thrown
  return { error: name, stack: stack?.replace(message, '').match(/^ +at .*$/gm) }
}
