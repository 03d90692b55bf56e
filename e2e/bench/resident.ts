import { existsSync, readFileSync } from 'node:fs'

/** What a process has in memory, in KiB; only Linux tells. */
export function residentKib(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(text) ?? []
  return kib === undefined ? undefined : Number(kib)
}
