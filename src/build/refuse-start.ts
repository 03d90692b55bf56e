import { ConfigError } from '#server/node/config/config-error.ts'
import { NotBuilt } from './build-if-stale.ts'

/** Ends a start with one line for whoever looks, where its setting or the build is at fault. @throws whatever nobody expects. */
export function refuseStart(error: unknown): never {
  const isExpected = [ConfigError, NotBuilt].some((kind) => error instanceof kind)
  if (!(error instanceof Error && isExpected)) throw error
  console.error(error.message)
  process.exit(1)
}
