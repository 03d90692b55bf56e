import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

const tokenLimit = 8192

/** A bearer token as it goes into a header. @throws {ConfigError} */
export function checkToken(token: string, variable: string): string {
  if (token.trim() === '') throw new ConfigError(variable, 'is empty')
  if (/^bearer\s/i.test(token)) throw new ConfigError(variable, 'is the token alone, without "Bearer"')
  if (!/^[\x21-\x7E]+$/.test(token)) throw new ConfigError(variable, 'has characters that cannot stand in a header')
  if (token.length > tokenLimit) throw tooLong(variable)
  return token
}

const tooLong = (name: string) => new ConfigError(name, 'is longer than 8 KiB')

const variable = 'VENDOR_TOKEN_FILE'
const lookAgainAfterMs = 1000

/**
 * A token that may be changed while we run: the file is read again when it changes. A file that is gone or unusable
 * for a moment (it is being replaced) leaves the last good token in force. `now` counts milliseconds.
 * @throws {ConfigError} when it cannot be used at the start.
 */
export function tokenFile(path: string, now: () => number = () => performance.now()): () => string {
  let changedAt = changeOf(path)
  let token = readToken(path)
  let lookedAt = now()

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
    if (now() - lookedAt > lookAgainAfterMs) {
      lookedAt = now()
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

/** Whether everybody who has an account on this machine can read a file. */
export function isReadByOthers(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & 0o004) !== 0
}

function readToken(path: string): string {
  let text: string
  try {
    const info = statSync(path)
    // A pipe would never end, and a large file is no token.
    if (!info.isFile()) throw new ConfigError(variable, 'is no file')
    if (info.size > 2 * tokenLimit) throw tooLong(variable)
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(variable, 'cannot be read')
  }
  return checkToken(text.replace(/\r?\n$/, ''), variable)
}
