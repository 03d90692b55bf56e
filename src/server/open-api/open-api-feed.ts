import { acceptMoments } from '#contract/desk/accept-moment.ts'
import type { FeedData } from '#contract/desk/feed.ts'
import { type JsonSchema, moment, objectOf, orNull, refTo } from './json-schema.ts'

// The events of the feed. OpenAPI 3.1 has no place for the names of a stream's events, so its words name their schemas.
// The page reads them field by field, without a schema of the contract: a test holds these to what a desk sends.

const number: JsonSchema = { type: 'number' }
const version: JsonSchema = { type: 'integer' }
const listOf = (name: string): JsonSchema => ({ type: 'array', items: refTo(name) })
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description })

const state = {
  version,
  server_time: moment,
  webhook_heard_at: described(orNull(moment), 'When the service last notified the desk.'),
  auto_accept: described(orNull({ type: 'string', enum: acceptMoments }), 'The rule that accepts orders, if it is on.'),
}

/** The data of each event, by the event's name. */
export const feedEvents = {
  snapshot: 'FeedSnapshot',
  order: 'FeedOrder',
  alarm: 'FeedAlarm',
  hb: 'FeedHeartbeat',
  shortages: 'FeedShortages',
  bye: 'FeedBye',
} as const satisfies Readonly<Record<keyof FeedData, string>>

export const feedSchemas: Readonly<Record<(typeof feedEvents)[keyof FeedData], JsonSchema>> = {
  FeedSnapshot: objectOf({
    ...state,
    orders: described(listOf('OrderRow'), 'The whole open board.'),
    alarms: listOf('Alarm'),
    shortages: listOf('Shortage'),
  }),
  FeedOrder: objectOf({
    order_id: { type: 'string' },
    version,
    row: {
      anyOf: [refTo('WholeRow'), refTo('OrderRow'), { type: 'null' }],
      description: 'Whole if the desk has it at hand; null if the order no longer exists.',
    },
  }),
  FeedAlarm: objectOf({
    code: described({ type: 'string' }, 'What began, continues or ended.'),
    alarms: described(listOf('Alarm'), 'All that are active now.'),
  }),
  FeedHeartbeat: objectOf(state),
  FeedShortages: objectOf({ shortages: described(listOf('Shortage'), 'All products that are out today.') }),
  FeedBye: objectOf({ retry_ms: described(number, 'How long to wait before the next connection.') }),
}

/** The stream, a text for programs that do not know better: it holds the data of any of the events. */
export const feedStream: JsonSchema = {
  type: 'string',
  contentMediaType: 'text/event-stream',
  contentSchema: { anyOf: Object.keys(feedSchemas).map(refTo) },
}
