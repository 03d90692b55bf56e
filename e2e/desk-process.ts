import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { endWithUs } from './end-with-us.ts'

export interface RunningDesk {
  readonly url: string
  readonly pid: number | undefined
  /** Both outputs so far. */
  readonly output: () => string
  /** Suspends it with every connection open, until it is thawed. */
  freeze(): void
  thaw(): void
  /** Ends it at once by SIGKILL. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('..', import.meta.url))
/** Generous, for busy machines. */
const startLimitMs = 45_000

/** Starts the desk as its own process, on a port that the system chose. */
export async function startDesk(environment: Readonly<Record<string, string>>): Promise<RunningDesk> {
  const { PATH = '', HOME = '' } = process.env
  const child = endWithUs(
    spawn(process.execPath, ['src/start.js'], { cwd: root, env: { PATH, HOME, PORT: '0', ...environment } }),
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const limit = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`The desk did not start:\n${output}`))
    }, startLimitMs)
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      const entry = JSON.parse(line) as { readonly event: string; readonly url: string }
      if (entry.event !== 'listening') return
      clearTimeout(limit)
      resolve(entry.url)
    })
    child.once('exit', (code) => reject(new Error(`The desk ended with ${code}:\n${output}`)))
  })
  return {
    url,
    pid: child.pid,
    output: () => output,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      // A suspended process would never end.
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      await ended
    },
  }
}
