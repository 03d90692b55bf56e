import type { Handler } from 'hono'
import { apiKeys as endpoints, type ApiKey } from '#contract/desk/api-keys.ts'
import type { Clock } from '#contract/clock.ts'
import { isRecord } from '#contract/json.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { personOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import type { Emit } from '#server/events/bus.ts'
import { type At, type Guarded, jsonBody, sameOriginOnly } from '#server/http/guard.ts'
import { answer } from '#server/http/http-error.ts'
import type { RandomBytes, Sha256 } from '#server/runtime/credentials.ts'
import type { ApiKeyRecord, ApiKeyStore } from '#server/storage/store.ts'
import { addApiKey, removeApiKey } from './api-keys.ts'

interface ApiKeyRouteDeps {
  readonly gate: Gate
  readonly store: ApiKeyStore
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
  readonly emit: Emit
}

const iso = (at: number): string => new Date(at).toISOString()

/** A key as it is listed. */
const shownKey = (key: ApiKeyRecord): ApiKey => ({
  id: key.id,
  name: key.name,
  scopes: [...key.scopes],
  created_at: iso(key.createdAt),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt === null ? null : iso(key.lastUsedAt),
})

/** Routes for the keys of other programs. */
export function apiKeyRoutes(at: At, { gate, ...deps }: ApiKeyRouteDeps): void {
  const list: Handler<Guarded> = async () => answer(200, { data: (await deps.store.apiKeys()).map(shownKey) })
  const add: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const { name, scopes } = isRecord(body) ? body : {}
    const requested = { name: typeof name === 'string' ? name : '', scopes, by: personOf(c).name }
    return answer(200, { data: await addApiKey(deps, requested, notesBy(deps.clock, whoActs(c))) })
  }
  const remove: Handler<Guarded> = async (c) => {
    const id = c.req.param('keyId') ?? ''
    await removeApiKey(deps, id, notesBy(deps.clock, whoActs(c)))
    return answer(200, { data: { id } })
  }
  const withBody = [sameOriginOnly, jsonBody, gate.managerOnly]
  at(endpoints.list.path, { GET: [gate.managerOnly, list], POST: [...withBody, add] })
  at(endpoints.remove.path, { DELETE: [...withBody, remove] })
}
