import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { shortages as endpoints, type Shortage } from '#contract/desk/shortages.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { actingOnly, roleOf, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer } from '#server/http/http-error.ts'
import type { At, Guarded } from '#server/http/guard.ts'
import type { Shortages } from './shortages.ts'

interface ShortageRouteDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly shortages: Pick<Shortages, 'look' | 'end'>
  readonly shortagesFor: (role: TabletRole) => readonly Shortage[]
}

/** Routes for the products that are out today. */
export function shortageRoutes(at: At, { gate, clock, shortages, shortagesFor }: ShortageRouteDeps): void {
  const list: Handler<Guarded> = async (c) => {
    await shortages.look()
    return answer(200, { data: shortagesFor(roleOf(c)) })
  }

  const end: Handler<Guarded> = async (c) => {
    const id = c.req.param('shortageId') ?? ''
    const note = notesBy(clock, whoActs(c))
    await shortages.end(id, (name) => note('end shortage', name))
    return answer(200, { data: { id } })
  }

  at(endpoints.list.path, { GET: [gate.of('counter', 'station').enrolledOnly, list] })
  at(endpoints.end.path, { DELETE: [...actingOnly(gate.of('counter', 'station')), end] })
}
