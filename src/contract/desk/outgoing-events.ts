import { AnyNumber, oneOf, Text } from '#contract/plain.ts'
import { Lane, WholeRow } from './inbox.ts'
import { orderEvents, testEvent } from './outgoing-webhooks.ts'
import { failedConditions } from './printers.ts'
import * as z from 'zod/mini'

// What a webhook to another system receives, by the rules of Standard Webhooks. It stands apart from what managers ask,
// because the page needs none of it. Timestamps are ISO 8601 in UTC, on the server's clock.

/** `lane` and `version` are those of the event, `row` is as it was when it was sent: without hand-over codes. */
export const OrderEvent = z.object({
  type: oneOf(orderEvents),
  timestamp: Text,
  data: z.object({ order_id: Text, lane: Lane, version: AnyNumber, row: z.optional(WholeRow) }),
})

export const PrinterEvent = z.object({
  type: oneOf(['printer.failed']),
  timestamp: Text,
  data: z.object({ printer_id: Text, name: Text, state: oneOf(failedConditions), since: Text }),
})

/** `since`: the last order. `usual_seconds`: how often one usually comes at this hour. */
export const SilenceEvent = z.object({
  type: oneOf(['silence.noticed']),
  timestamp: Text,
  data: z.object({ since: Text, usual_seconds: AnyNumber }),
})

export const TestEvent = z.object({ type: oneOf([testEvent]), timestamp: Text, data: z.object({}) })
