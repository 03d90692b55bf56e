import * as z from 'zod/mini'
import { PracticeKind } from '#contract/desk/practice.ts'
import type { Fault } from './faults.ts'
import { fullOrder } from './order-wire.ts'
import type { Simulator } from './simulator.ts'

/**
 * The simulator's own levers over HTTP, for whoever runs it as a process: `POST /simulator/orders`, `POST` and
 * `DELETE /simulator/faults`, `GET /simulator/orders` and `/simulator/requests`.
 * @returns nothing for every other address: that is the service's.
 */
export async function controls(simulator: Simulator, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  switch (`${request.method} ${pathname}`) {
    case 'GET /simulator/orders':
      return Response.json({ data: simulator.orders.all().map(fullOrder) })
    case 'POST /simulator/orders':
      return Response.json({ data: fullOrder(simulator.placeOrder(await kindOf(request))) })
    case 'POST /simulator/faults':
      simulator.faults.add((await request.json()) as Fault)
      return Response.json({ data: null })
    case 'DELETE /simulator/faults':
      simulator.faults.clear()
      return Response.json({ data: null })
    case 'GET /simulator/requests':
      return Response.json({ data: simulator.requests })
    default:
      return undefined
  }
}

async function kindOf(request: Request): Promise<PracticeKind> {
  const body: unknown = await request.json().catch(() => ({}))
  const wish = z.safeParse(z.object({ kind: PracticeKind }), body)
  return wish.success ? wish.data.kind : 'ordinary'
}
