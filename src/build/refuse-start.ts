import { ConfigError } from '#server/node/config/config-error.ts'
import { NotBuilt } from './build-if-stale.ts'

/** Ends the process with a one-line message if a setting or the build is at fault. @throws any other error. */
export function refuseStart(error: unknown): never {
  const isExpected = [ConfigError, NotBuilt].some((kind) => error instanceof kind)
  if (!(error instanceof Error && isExpected)) throw error
  console.error(error.message)
  process.exit(1)
}
