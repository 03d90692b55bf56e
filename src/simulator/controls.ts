import * as z from 'zod/mini'
import { PracticeKind } from '#contract/desk/practice.ts'
import { vendor, type VendorEndpointName } from '#contract/vendor/endpoints.ts'
import { faultKinds } from './faults.ts'
import { fullOrder } from './order-wire.ts'
import type { Simulator } from './simulator.ts'

/**
 * The simulator's control endpoints, for running it as a process: `POST /simulator/orders`, `POST` and `DELETE
 * /simulator/faults`, `GET /simulator/orders` and `/simulator/requests`.
 * @returns undefined for every other path, which is the service's.
 */
export async function controls(simulator: Simulator, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  switch (`${request.method} ${pathname}`) {
    case 'GET /simulator/orders':
      return Response.json({ data: simulator.orders.all().map(fullOrder) })
    case 'POST /simulator/orders':
      return Response.json({ data: fullOrder(simulator.placeOrder(await kindOf(request))) })
    case 'POST /simulator/faults':
      return addFault(simulator, request)
    case 'DELETE /simulator/faults':
      simulator.faults.clear()
      return Response.json({ data: null })
    case 'GET /simulator/requests':
      return Response.json({ data: simulator.requests })
    default:
      return undefined
  }
}

const endpointNames = Object.keys(vendor) as VendorEndpointName[] // Its own keys.

const Fault = z.object({
  kind: z.enum(faultKinds),
  on: z.exactOptional(z.enum(endpointNames)),
  times: z.exactOptional(z.number()),
  ms: z.exactOptional(z.number()),
})

/** Refuses an unknown fault, which would never strike. */
async function addFault(simulator: Simulator, request: Request): Promise<Response> {
  const options = z.safeParse(Fault, await request.json().catch(() => undefined))
  if (!options.success) {
    const message = `A fault has a kind of ${faultKinds.join(', ')}; and on (${endpointNames.join(', ')}), times, ms if you like.`
    return Response.json({ message }, { status: 400 })
  }
  simulator.faults.add(options.data)
  return Response.json({ data: null })
}

async function kindOf(request: Request): Promise<PracticeKind> {
  const body: unknown = await request.json().catch(() => ({}))
  const options = z.safeParse(z.object({ kind: PracticeKind }), body)
  return options.success ? options.data.kind : 'ordinary'
}
