import { readFileSync, statSync } from 'node:fs'
import { checkToken, ConfigError } from './config.ts'

const variable = 'VENDOR_TOKEN_FILE'
const lookAgainAfterMs = 1000

/**
 * A token that may be changed while we run: the file is read again when it changes. A file that is gone or unusable
 * for a moment (it is being replaced) leaves the last good token in force.
 * @throws {ConfigError} when it cannot be used at the start.
 */
export function tokenFile(path: string): () => string {
  let changedAt = changeOf(path)
  let token = readToken(path)
  let lookedAt = performance.now()

  function lookAgain(): void {
    try {
      const change = changeOf(path)
      if (change === changedAt) return
      token = readToken(path)
      changedAt = change
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
  }

  return () => {
    if (performance.now() - lookedAt > lookAgainAfterMs) {
      lookedAt = performance.now()
      lookAgain()
    }
    return token
  }
}

function changeOf(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    throw new ConfigError(variable, 'cannot be read')
  }
}

function readToken(path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(variable, 'cannot be read')
  }
  return checkToken(text.replace(/\r?\n$/, ''), variable)
}
