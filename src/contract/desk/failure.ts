import * as z from 'zod/mini'
import { Anything, Text } from '#contract/plain.ts'

/**
 * Every error of our own: the vendor's shape and a code that stays the same when the sentence is rewritten.
 * The page chooses its words by the code; the message is for people who read answers and logs.
 */
export type DeskErrorCode =
  // The request itself
  | 'wrong_host'
  | 'not_found'
  | 'bad_request'
  | 'method_not_allowed'
  | 'cross_site'
  | 'too_large'
  | 'too_slow'
  | 'too_soon'
  | 'json_required'
  | 'bad_json'
  | 'bad_order_id'
  | 'bad_page'
  // Who may
  | 'not_enrolled'
  | 'sign_in_required'
  | 'manager_required'
  | 'bad_credentials'
  | 'bad_code'
  | 'bad_name'
  | 'bad_pin'
  | 'wrong_pin'
  | 'name_taken'
  | 'last_manager'
  | 'too_many_tries'
  // The tap
  | 'idempotency_key_required'
  | 'key_reused'
  | 'no_reason'
  | 'unknown_reason'
  | 'one_reason_only'
  | 'items_required'
  | 'bad_item'
  | 'bad_codes'
  | 'order_busy'
  | 'already_answered'
  | 'not_put_aside'
  // What the shop marks
  | 'bad_mark'
  | 'line_not_found'
  | 'order_closed'
  | 'already_printed'
  // The vendor
  | 'order_not_found'
  | 'vendor_refused'
  | 'vendor_rejected'
  | 'vendor_auth_failed'
  | 'vendor_busy'
  | 'vendor_timeout'
  | 'vendor_unreadable'
  // Ourselves
  | 'webhook_off'
  | 'store_unavailable'
  | 'internal'

/** The body of an error of ours. */
export const DeskError = z.object({
  status: Text,
  message: Text,
  /** One of the codes above; a page that is older than its server may meet a new one. */
  code: Text,
  data: z.optional(Anything),
})
export type DeskError = z.infer<typeof DeskError>
