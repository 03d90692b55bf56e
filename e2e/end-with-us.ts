import type { ChildProcess } from 'node:child_process'

/** Whoever started a process may break off: it is not left behind. */
export function endWithUs<Child extends ChildProcess>(child: Child): Child {
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}
