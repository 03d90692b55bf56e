import type { Level } from '#server/runtime/bug.ts'
import { isIP } from 'node:net'
import { webhookModes, type WebhookMode } from '#contract/desk/webhook.ts'
import { isLoopback } from '#contract/text.ts'
import { readRanges } from './address-ranges.ts'
import { readAlerts, readSecret, type AlertsConfig } from './config-alerts.ts'
import {
  checkToken,
  ConfigError,
  type DatabasePlace,
  isReadByOthers,
  type NamedDesk,
  parseAddress,
  readDatabase,
  readOtherDesks,
  shareCookies,
  tokenFile,
} from './config-values.ts'
import { usualReadsPerSecond } from '#server/vendor/vendor.ts'

export interface Config {
  /** Undefined for the practice store. */
  readonly vendor: { readonly baseUrl: string; readonly token: () => string } | undefined
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Undefined for `http://localhost:PORT`. */
  readonly publicOrigin: string | undefined
  /** Addresses and ranges of proxies that are trusted to state where a request came from. */
  readonly trustProxy: readonly string[]
  readonly responseWindowSeconds: number
  readonly vendorReadsPerSecond: number
  readonly webhook: { readonly mode: WebhookMode; readonly secret: string | undefined }
  /** Where the store is; the practice store is in memory. */
  readonly database: DatabasePlace
  /** The servers of other shops that a tablet can switch to. */
  readonly otherDesks: readonly NamedDesk[]
  /** Encrypts the keys for those in the store. */
  readonly otherDesksSecret: string | undefined
  readonly alerts: AlertsConfig
  readonly logLevel: Level
  /** Settings that work but should be changed; each warning names its variable. */
  readonly warnings: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads and checks all settings. @throws {ConfigError} for the first unusable one. */
export function readConfig(env: Environment, nodeVersion = process.versions.node): Config {
  if (!isNewEnough(nodeVersion)) throw new ConfigError('Node.js', `must be ${leastNode.join('.')} or later`)
  const host = readHost(env['HOST'])
  const publicOrigin = readOrigin(env['PUBLIC_ORIGIN'])
  checkReach('HOST', host, publicOrigin)
  const otherDesks = readOtherDesks(env['OTHER_DESKS'])
  const database = readDatabase(env['DATABASE_URL'])
  const vendor = readVendor(env)
  if (vendor) refuseUnsafeNode(env)
  return {
    vendor,
    host,
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    publicOrigin,
    trustProxy: readRanges('TRUST_PROXY', env['TRUST_PROXY']),
    responseWindowSeconds: wholeNumber(env, 'RESPONSE_WINDOW_SECONDS', 300, 1, 86_400),
    vendorReadsPerSecond: wholeNumber(env, 'VENDOR_READS_PER_SECOND', usualReadsPerSecond, 1, 10_000),
    webhook: { mode: readWebhookMode(env['WEBHOOK_AUTH']), secret: readWebhookSecret(env['WEBHOOK_SECRET']) },
    database,
    otherDesks,
    otherDesksSecret: readSecret('OTHER_DESKS_SECRET', env['OTHER_DESKS_SECRET']),
    alerts: readAlerts(env),
    logLevel: readLogLevel(env['LOG_LEVEL']),
    warnings: vendor ? warningsOf(env, database, shareCookies(otherDesks, publicOrigin)) : [],
  }
}

function warningsOf(env: Environment, database: DatabasePlace, doShareCookies: boolean): string[] {
  const file = env['VENDOR_TOKEN_FILE']
  return [
    ...warningsOfSecret(env['WEBHOOK_SECRET']),
    ...(database.kind === 'postgres' && database.isInTheOpen
      ? ['DATABASE_URL: orders cross the network in the open: add sslmode=verify-full']
      : []),
    ...(file && isReadByOthers(file) ? ['VENDOR_TOKEN_FILE: can be read by every user of this machine'] : []),
    ...(doShareCookies ? ['OTHER_DESKS: two desks under one name: a tablet can be let in at one of them only'] : []),
  ]
}

function readVendor(env: Environment): Config['vendor'] {
  const address = env['VENDOR_BASE_URL']
  const token = env['VENDOR_TOKEN']
  const file = env['VENDOR_TOKEN_FILE']
  if (!address) {
    if (token || file)
      throw new ConfigError(
        'VENDOR_BASE_URL',
        `is missing, though ${token ? 'VENDOR_TOKEN' : 'VENDOR_TOKEN_FILE'} is given`,
      )
    return undefined
  }
  const baseUrl = readBaseUrl(address)
  // Compose sets every variable that it names, also to an empty string.
  if (token && file) throw new ConfigError('VENDOR_TOKEN', 'is given, and VENDOR_TOKEN_FILE too: which one?')
  if (file) return { baseUrl, token: tokenFile(file) }
  if (!token) throw new ConfigError('VENDOR_TOKEN', 'is missing; give it or VENDOR_TOKEN_FILE')
  const checked = checkToken(token, 'VENDOR_TOKEN')
  return { baseUrl, token: () => checked }
}

function readBaseUrl(text: string): string {
  const bad = (message: string) => new ConfigError('VENDOR_BASE_URL', message)
  if (!/^[\x21-\x7E]+$/.test(text)) throw bad('has spaces in it or letters outside ASCII')
  const url = parseAddress(text)
  if (!url) throw bad('is not the address of a server')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw bad('must be https, or http on loopback')
  }
  // Checks the text and not the parsed address: an empty query or fragment would swallow every path after it.
  if (url.username || url.password || /[?#]/.test(text)) throw bad('has a user, a query or a fragment')
  if (/^(?:169\.254\.|\[fe[89ab]|\[::ffff:a9fe:)/.test(url.hostname)) throw bad('is a link-local address')
  if (/\/api\/developer(\/|$)/.test(url.pathname)) throw bad('is the part before /api/developer/v1')
  return url.href.replace(/\/+$/, '')
}

function readHost(given: string | undefined): string {
  const text = given || '127.0.0.1'
  if (!isLoopback(text) && (isIP(text) === 0 || text.includes('%'))) {
    throw new ConfigError('HOST', 'must be an IP address of this machine to listen on, or localhost')
  }
  return text
}

/**
 * Requires https if other machines can connect, so that a PIN or a cookie never crosses a network in plain text.
 * `variable` says where to listen.
 * @throws {ConfigError}
 */
export function checkReach(variable: string, host: string, publicOrigin: string | undefined): void {
  if (isLoopback(host)) return
  if (publicOrigin === undefined) {
    const message = 'may leave loopback only where PUBLIC_ORIGIN is the https address that staff open'
    throw new ConfigError(variable, message)
  }
  if (!publicOrigin.startsWith('https:')) {
    throw new ConfigError('PUBLIC_ORIGIN', `must be https where ${variable} is no loopback address`)
  }
}

function readOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined
  const bad = (message: string) => new ConfigError('PUBLIC_ORIGIN', message)
  const url = parseAddress(text)
  if (!url) throw bad('is not the address of one server')
  if (url.origin !== text) throw bad('is scheme, name and port only, without a slash at the end')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw bad('must be https, or http on loopback')
  }
  return text
}

function readLogLevel(given: string | undefined): Level {
  const text = given || 'info'
  const levels: readonly Level[] = ['debug', 'info', 'warn', 'error']
  const level = levels.find((each) => each === text)
  if (!level) throw new ConfigError('LOG_LEVEL', `must be one of ${levels.join(', ')}`)
  return level
}

function readWebhookMode(given: string | undefined): WebhookMode {
  const mode = webhookModes.find((each) => each === (given || 'bearer'))
  if (!mode) throw new ConfigError('WEBHOOK_AUTH', `must be one of ${webhookModes.join(', ')}`)
  return mode
}

const readWebhookSecret = (secret: string | undefined) => readSecret('WEBHOOK_SECRET', secret)

function warningsOfSecret(secret: string | undefined): string[] {
  if (!secret) return ['WEBHOOK_SECRET: is missing: every notification is refused']
  const isGuessed = /example|secret-secret|your-|^\d+$/i.test(secret) || new Set(secret).size < 8
  return isGuessed ? ['WEBHOOK_SECRET: is one that anybody would guess'] : []
}

function wholeNumber(env: Environment, variable: string, otherwise: number, from: number, to: number): number {
  const text = env[variable]
  if (text === undefined || text === '') return otherwise
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw new ConfigError(variable, `must be a whole number from ${from} to ${to}`)
}

const leastNode = [24, 15] as const

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

function refuseUnsafeNode(env: Environment): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED', 'would let anybody pose as the vendor service')
  }
  if (/--inspect/.test(env['NODE_OPTIONS'] ?? '')) {
    throw new ConfigError('NODE_OPTIONS', 'a debugger could read the token')
  }
}
