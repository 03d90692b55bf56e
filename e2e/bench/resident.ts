import { existsSync, readFileSync } from 'node:fs'

/** The resident memory of a process, in KiB; Linux only. */
export function residentKib(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(text) ?? []
  return kib === undefined ? undefined : Number(kib)
}
