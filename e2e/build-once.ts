import { fileURLToPath } from 'node:url'
import { buildIfStale, buildPage } from '#build/build-if-stale.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))

/** Builds the page and the demo for production, in parallel, before the first test. */
export default async function buildOnce(): Promise<void> {
  await Promise.all([buildIfStale(dist), buildPage('demo')])
}
