import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']

export class NotBuilt extends Error {}

/**
 * Builds the page where it is missing or older than its source, and says so on standard error. Without what builds it,
 * as in an install for production, it is served as it is. @throws {NotBuilt} where there is none.
 */
export async function buildIfStale(folder: string): Promise<void> {
  const builtAt = await changedAt(join(folder, 'index.html'))
  const changes = await Promise.all(sources.map((source) => newestIn(join(root, source))))
  if (builtAt >= Math.max(...changes)) return
  const vite = await import('vite').catch(() => undefined)
  if (!vite && builtAt > 0) return
  if (!vite) throw new NotBuilt('The page is not built, nor is what builds it installed: npm ci && npm run build')
  console.error('Building the page …')
  await vite.build({ root, logLevel: 'warn' })
}

/** In milliseconds since 1970; 0 for what is not there. */
async function changedAt(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined)
  return info?.mtimeMs ?? 0
}

async function newestIn(path: string): Promise<number> {
  const names = await readdir(path, { recursive: true }).catch(() => [])
  const changes = await Promise.all([path, ...names.map((name) => join(path, name))].map(changedAt))
  return Math.max(...changes)
}
