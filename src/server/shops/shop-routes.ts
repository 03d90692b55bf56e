import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { readSummary, type ShopLine, shops as endpoints } from '#contract/desk/shops.ts'
import { isRecord } from '#contract/json.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { keyOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import type { ChainConfig, Shops } from './shops.ts'

export interface ShopRouteDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly config: Pick<ChainConfig, 'publicOrigin' | 'otherDesks'>
  readonly shops: Shops
}

const keyLengthAtMost = 200

/** Routes for this shop's summary, and for all shops at a glance. */
export function shopRoutes(at: At, { gate, clock, config, shops }: ShopRouteDeps): void {
  const { summary, watch, keys, others } = shops
  const { publicOrigin, otherDesks = [] } = config

  async function hereLine(): Promise<ShopLine> {
    const own = await summary({ hasMoney: true })
    const name = otherDesks.find(({ url }) => url === publicOrigin)?.name ?? null
    const always = { url: publicOrigin, is_here: true, has_key: false, problem: null }
    return { ...always, name, since: own.server_time, summary: own }
  }

  const list: Handler<Guarded> = async () => {
    const [here, lines] = await Promise.all([hereLine(), watch.look()])
    const named = otherDesks.map(({ name, url }): ShopLine => {
      const line = lines.get(url)
      return line ? { name, url, is_here: false, ...line } : here
    })
    const data = named.includes(here) ? named : [here, ...named]
    return answer(200, { data, meta: { server_time: new Date(clock.now()).toISOString() } })
  }

  const saveKey: Handler<Guarded> = async (c) => {
    const { url, key } = readKey(c.var.body())
    const desk = others.find((each) => each.url === url)
    if (!desk) throw new HttpError(404, 'not_found', 'There is no such desk in OTHER_DESKS.')
    const note = notesBy(clock, whoActs(c))(key === null ? 'remove shop key' : 'save shop key', desk.name)
    await keys.save(
      desk.url,
      key,
      others.map((each) => each.url),
      note,
    )
    watch.wake(desk.url)
    return answer(200, { data: { url: desk.url, has_key: key !== null } })
  }

  const own: Handler<Guarded> = async (c) => {
    const scopes = keyOf(c)?.scopes ?? apiScopes
    return answer(200, { data: await summary({ hasMoney: scopes.includes('reports:read') }) })
  }

  at(readSummary.path, { GET: [gate.managerOnly, own] })
  at(endpoints.list.path, { GET: [gate.managerOnly, list] })
  at(endpoints.saveKey.path, { PUT: [sameOriginOnly, jsonBody, gate.managerOnly, saveKey] })
}

/** @throws {HttpError} 422 `bad_shop_key` */
function readKey(body: unknown): { readonly url: unknown; readonly key: string | null } {
  const { url, key } = isRecord(body) ? body : {}
  if (key === null) return { url, key }
  const text = typeof key === 'string' ? key.trim() : ''
  if (!/^[\x21-\x7E]{16,}$/.test(text) || text.length > keyLengthAtMost)
    throw new HttpError(422, 'bad_shop_key', 'A key is what the other desk showed when it was made.')
  return { url, key: text }
}
