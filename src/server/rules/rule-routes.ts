import type { Handler } from 'hono'
import type { Clock } from '#contract/clock.ts'
import { rules as endpoints } from '#contract/desk/rules.ts'
import { isRecord } from '#contract/json.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { actingOnly, whoActs, type Gate } from '#server/auth/require-sign-in.ts'
import { answer } from '#server/http/http-error.ts'
import { jsonBody, sameOriginOnly, type At, type Guarded } from '#server/http/guard.ts'
import { rehearsedDays, type createRehearsal } from './rehearsal.ts'
import { readRule } from './rule-input.ts'
import type { Rules } from './rules.ts'

export interface RuleRouteDeps {
  readonly gate: Gate
  readonly clock: Clock
  readonly rules: Rules
  readonly rehearse: ReturnType<typeof createRehearsal>
}

/** Routes for the rule of automatic acceptance. */
export function ruleRoutes(at: At, { gate, clock, rules, rehearse }: RuleRouteDeps): void {
  const asManager = [sameOriginOnly, jsonBody, gate.managerOnly]

  const read: Handler<Guarded> = async () => answer(200, { auto_accept: await rules.look() })

  const save: Handler<Guarded> = async (c) => {
    const note = notesBy(clock, whoActs(c))
    const saved = await rules.change(
      (before) => readRule(c.var.body(), before),
      ({ enabled }) => note('change rules', enabled ? 'on' : 'off'),
    )
    return answer(200, { auto_accept: saved })
  }

  const stop: Handler<Guarded> = async (c) => {
    const note = notesBy(clock, whoActs(c))
    const isOff = !(await rules.look()).enabled
    const saved = isOff
      ? rules.current()
      : await rules.change(
          (before) => ({ ...before, enabled: false }),
          () => note('change rules', 'off'),
        )
    return answer(200, { auto_accept: saved })
  }

  const tryOut: Handler<Guarded> = async (c) => {
    const body = c.var.body()
    const rule = await rules.look()
    const isOfNow = !isRecord(body) || body['auto_accept'] === undefined
    return answer(200, {
      data: await rehearse(isOfNow ? rule : readRule(body, rule)),
      meta: { days: rehearsedDays },
    })
  }

  at(endpoints.read.path, { GET: [gate.managerOnly, read], PUT: [...asManager, save] })
  at(endpoints.stop.path, { POST: [...actingOnly(gate), stop] })
  at(endpoints.rehearse.path, { POST: [...asManager, tryOut] })
}
