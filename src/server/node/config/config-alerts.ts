import type { CallAddress } from '#server/node/outbound/call-sender.ts'
import { readRanges } from './address-ranges.ts'
import { ConfigError, parseAddress } from './config-values.ts'

export interface AlertsConfig {
  /** Receive alerts, such as when orders wait unanswered. */
  readonly calls: readonly CallAddress[]
  /** Signs them. */
  readonly secret: string | undefined
  /** `OUTBOUND_ALLOW`: addresses and ranges that may be connected to besides public ones. */
  readonly allow: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const secretAtLeast = 24

/** Checks a secret; undefined if there is none. @throws {ConfigError} */
export function readSecret(variable: string, secret: string | undefined): string | undefined {
  if (!secret) return undefined
  if (secret.length < secretAtLeast) throw new ConfigError(variable, `has fewer than ${secretAtLeast} characters`)
  if (!/^[\x21-\x7E]+$/.test(secret)) throw new ConfigError(variable, 'has characters that cannot stand in a header')
  if (/change[-_]?me/i.test(secret)) throw new ConfigError(variable, 'was never changed')
  return secret
}

/** Reads the settings of alerts. @throws {ConfigError} */
export const readAlerts = (env: Environment): AlertsConfig => ({
  calls: readCalls(env['ALERT_URL']),
  secret: readSecret('ALERT_SECRET', env['ALERT_SECRET']),
  allow: readRanges('OUTBOUND_ALLOW', env['OUTBOUND_ALLOW']),
})

const callsAtMost = 10
/** Between two addresses; a comma may also stand within one. */
const betweenCalls = /\s*,\s*(?=(?:slack\+)?https?:\/\/)/i

function readCalls(text: string | undefined): readonly CallAddress[] {
  if (!text) return []
  const parts = text.trim().split(betweenCalls)
  if (parts.length > callsAtMost) throw new ConfigError('ALERT_URL', `has more than ${callsAtMost} addresses`)
  return parts.map(readCall)
}

/** Before an address of another service that takes what Slack takes. */
const slackPrefix = /^slack\+(?=https?:)/

function readCall(text: string): CallAddress {
  const url = parseAddress(text.replace(slackPrefix, ''))
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('ALERT_URL', 'is not an http or https address')
  }
  if (url.username || url.password) throw new ConfigError('ALERT_URL', 'has a user or a password')
  return { url: url.href, takes: slackPrefix.test(text) || takesText(url) ? 'text' : 'fields' }
}

const takesText = ({ hostname, pathname }: URL): boolean =>
  hostname === 'hooks.slack.com' ||
  (/^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/'))
