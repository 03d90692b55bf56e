import { ConfigError } from '#server/node/config/config-values.ts'
import { lastFile } from './precompress.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']

export class NotBuilt extends Error {}

const pageBuilder = fileURLToPath(new URL('build-page.ts', import.meta.url))

/**
 * Builds the page if it is missing or older than its source, and logs so on standard error. Without the build tools, as
 * in a production install, the existing page is served. @throws {NotBuilt} if there is none.
 */
export async function buildIfStale(folder: string, builder = pageBuilder): Promise<void> {
  const [pageAt, lastAt] = await Promise.all([changedAt(join(folder, 'index.html')), changedAt(join(folder, lastFile))])
  // An interrupted build lacks its last file.
  const builtAt = Math.min(pageAt, lastAt)
  const changes = await Promise.all(sources.map((source) => newestIn(join(root, source))))
  if (builtAt >= Math.max(...changes)) return
  if (!canBuild() && pageAt) return
  if (!canBuild()) throw new NotBuilt('The page is not built, nor is what builds it installed: npm ci && npm run build')
  await buildPage('production', builder)
}

/** Builds the page in one of Vite's modes, and logs so on standard error. @throws {NotBuilt} */
export async function buildPage(mode: 'production' | 'demo', builder = pageBuilder): Promise<void> {
  console.error('Building the page, about 20 s …')
  await runAlone(builder, mode)
}

function canBuild(): boolean {
  try {
    return import.meta.resolve('vite') !== ''
  } catch {
    return false
  }
}

/**
 * Builds in a process of its own, because the 600 MiB that a build takes would stay with the desk. It ends with the
 * desk.
 * @throws {NotBuilt} if the build fails; the reason is on standard error.
 */
async function runAlone(script: string, mode: string): Promise<void> {
  const running = spawn(process.execPath, [script, mode], { stdio: ['ignore', 2, 2] })
  const end = () => running.kill()
  process.once('exit', end)
  const [code] = (await once(running, 'exit')) as [number | null] // As Node documents it.
  process.off('exit', end)
  if (code !== 0) throw new NotBuilt('The page could not be built; the lines above say why.')
}

/** In ms since 1970; 0 if the file is missing. */
async function changedAt(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined)
  return info?.mtimeMs ?? 0
}

async function newestIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => [])
  const changes = await Promise.all([path, ...names.map((name) => join(path, name))].map(changedAt))
  return Math.max(...changes)
}

/** Ends the process with a one-line message if a setting or the build is at fault. @throws any other error. */
export function refuseStart(error: unknown): never {
  const isExpected = [ConfigError, NotBuilt].some((kind) => error instanceof kind)
  if (!(error instanceof Error && isExpected)) throw error
  console.error(error.message)
  process.exit(1)
}
