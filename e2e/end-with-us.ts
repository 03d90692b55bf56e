import type { ChildProcess } from 'node:child_process'

/** Whoever started a process may break off: it is not left behind. By SIGTERM where it must end others itself. */
export function endWithUs<Child extends ChildProcess>(child: Child, by: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Child {
  const end = () => void child.kill(by)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** A signal alone would end this process without a word to what it has started. */
export function exitWhenTold(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1))
}
