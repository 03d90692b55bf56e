import type { ChildProcess } from 'node:child_process'

/** Ends a child process with this one. By SIGTERM if it must end children of its own. */
export function endWithUs<Child extends ChildProcess>(child: Child, by: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Child {
  const end = () => void child.kill(by)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** Turns a signal into an exit, so that exit handlers run. */
export function exitOnSignal(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(1))
}
