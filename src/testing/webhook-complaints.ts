import type { OrderRecord } from '#domain/order.ts'
import type { Received } from './webhook-receiver.ts'

/** A delivery that came, and whether the receiver took it. */
export interface Taken extends Omit<Received, 'at'> {
  readonly isTaken: boolean
}

/** What a receiver would miss of an order, or find in another order. */
export function complaintsAbout({ orderId, lane, version }: OrderRecord, all: readonly Taken[]): readonly string[] {
  const log = all.filter(({ data }) => data['order_id'] === orderId)
  const wrong: string[] = []
  const taken = new Map<string, Taken>()
  let latest = ''
  for (const each of log) {
    const first = taken.get(each.id)
    const thin = ({ type, timestamp, data }: Taken) => JSON.stringify([type, timestamp, data['lane'], data['version']])
    if (first && thin(first) !== thin(each)) wrong.push(`${each.id} is another one the second time`)
    // One that the desk sends again, because it does not know that it was taken, may come only before the next one.
    if (first && each.id !== latest) wrong.push(`${each.id} came again after ${latest}`)
    if (!first && latest !== '' && each.id !== latest && !taken.has(latest))
      wrong.push(`${each.id} came before ${latest} was taken`)
    latest = each.id
    if (each.isTaken && !first) taken.set(each.id, each)
  }
  const events = [...taken.values()]
  const types = events.map(({ type }) => type)
  const versions = events.map(({ data }) => Number(data['version']))
  if (types[0] !== 'order.received') wrong.push(`${orderId} begins with ${types[0]}`)
  if (lane === 'closed' && !types.includes('order.closed')) wrong.push(`${orderId} does not end: ${types.join(' ')}`)
  if (versions.some((each, index) => each < (versions[index - 1] ?? 0))) wrong.push(`${orderId} is out of order`)
  if (Math.max(...versions) > version) wrong.push(`${orderId} has a later version than the store`)
  return wrong
}
