import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

const tokenLimit = 8192

/** Checks a bearer token that goes into a header. @throws {ConfigError} */
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
 * Reads a token from a file, and again when the file changes. While the file is missing or unusable, as during a
 * replacement, the last valid token stays in use. `now` is in milliseconds.
 * @throws {ConfigError} if it is unusable at the start.
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

/** Whether every account on this machine can read a file. */
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
