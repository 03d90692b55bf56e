import type { MiddlewareHandler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import type { ApiScope } from '#contract/desk/api-keys.ts'
import { editJson } from '#contract/json.ts'
import { withoutHandOverCodes } from '#domain/without-codes.ts'
import { createWrongKeyCount } from '#server/auth/wrong-keys.ts'
import { answerFailure, HttpError } from '#server/http/http-error.ts'
import type { Guarded } from '#server/http/guard.ts'
import type { Sha256 } from '#server/runtime/credentials.ts'
import type { ApiKeyRecord, ApiKeyStore, TryStore } from '#server/storage/store.ts'
import { wrongKeyLimit } from '#server/storage/tries.ts'
import { createKeyFinder } from './api-keys.ts'
import { type KeyAddress, keyAddressOf } from './key-access.ts'
import { createKeyLimits, type KeyQuota } from './key-limits.ts'

interface KeyGateDeps {
  readonly store: ApiKeyStore & TryStore
  readonly clock: Clock
  readonly sha256: Sha256
}

/** Lets the keys of other programs in at an address, before anything else of a request is looked at. */
export type KeyGate = (method: string, path: string) => MiddlewareHandler<Guarded>

/**
 * A request that brings a key is judged by the key alone: it has no cookies from here on, and none are set. It needs no
 * proof of its site, because a page of another site cannot send this header: the browser asks first, and no answer of
 * ours allows it. Answers: 401 `bad_key`, 429 `too_many_tries` and `too_many_requests`, 403 `scope_required`.
 */
export function createKeyGate({ store, clock, sha256 }: KeyGateDeps): KeyGate {
  const findKey = createKeyFinder({ store, clock, sha256 })
  const countRequest = createKeyLimits(clock)
  const countWrongKey = createWrongKeyCount({ store, clock })

  /** Wrong keys are counted and good ones are not, so that a wrong one shuts out no other program of its network. */
  async function refuseKey(peer: string | undefined): Promise<Response> {
    const retryAfterMs = await countWrongKey(wrongKeyLimit('key', peer))
    if (retryAfterMs !== undefined) return answerFailure(tooManyTries(retryAfterMs))
    const answer = answerFailure(new HttpError(401, 'bad_key', 'This key is unknown, or was removed.'))
    answer.headers.set('WWW-Authenticate', 'Bearer')
    return answer
  }

  return (method, path) => {
    const address = keyAddressOf(method, path)
    return async (c, next) => {
      const given = bearerIn(c.req.header('Authorization'))
      if (given === undefined) return next()
      const { sender } = c.var
      const key = await findKey(given)
      if (!key) return refuseKey(sender.peer)
      const quota = countRequest(key.id)
      const refused = quota.isAllowed ? refusalAt(address, key) : tooManyRequests(quota)
      if (refused) return withQuota(answerFailure(refused), quota)
      c.set('key', { id: key.id, name: key.name, scopes: key.scopes })
      const { cookie: _cookie, keepCookie: _keepCookie, ...rest } = sender
      c.set('sender', { ...rest, isSameOrigin: true, isOnThisMachine: false, isInside: false })
      await next()
      if (address?.scope?.startsWith('orders:')) c.res = await redactAnswer(c.res)
      withQuota(c.res, quota)
      return undefined
    }
  }
}

/** What a request brings after `Bearer`, even if it is nothing; undefined for other ways to sign in, or none. */
function bearerIn(header: string | undefined): string | undefined {
  const [scheme, given = ''] = header?.trim().split(/\s+(.*)/s) ?? []
  return scheme?.toLowerCase() === 'bearer' ? given : undefined
}

function withQuota(answer: Response, { headers }: KeyQuota): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

const tooManyTries = (retryAfterMs: number) =>
  new HttpError(429, 'too_many_tries', 'There were too many wrong keys. Wait, then try again.', { retryAfterMs })

const tooManyRequests = ({ moreInMs }: KeyQuota) =>
  new HttpError(429, 'too_many_requests', 'This key asks too often. Wait, then go on.', { retryAfterMs: moreInMs })

/** Why a key may not use an address: no key may, or its scopes do not allow it. */
function refusalAt(address: KeyAddress | undefined, { scopes }: ApiKeyRecord): HttpError | undefined {
  if (!address) return scopeRequired(null, 'No key may use this address.')
  const { scope } = address
  if (scope === null || scopes.includes(scope)) return undefined
  return scopeRequired(scope, `This needs a key with the scope ${scope}.`)
}

const scopeRequired = (scope: ApiScope | null, message: string) =>
  new HttpError(403, 'scope_required', message, { data: { scope } })

/** Programs get no hand-over codes: who holds one is handed the order. */
async function redactAnswer(answer: Response): Promise<Response> {
  if (!answer.headers.get('Content-Type')?.startsWith('application/json')) return answer
  const text = await answer.text()
  const { status, headers } = answer
  return new Response(text.includes('_otp') ? editJson(text, (tree) => withoutHandOverCodes(tree)) : text, {
    status,
    headers,
  })
}
