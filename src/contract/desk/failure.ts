import { isRecord } from '#contract/json.ts'
import { Anything, oneOf, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'

/**
 * Codes of the server's own errors, which have the vendor's shape. A code stays the same when its message is
 * reworded. The page chooses its text by the code; the message is for logs.
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
  // Access
  | 'not_enrolled'
  | 'sign_in_required'
  | 'manager_required'
  | 'role_forbidden'
  | 'bad_credentials'
  | 'bad_code'
  | 'bad_name'
  | 'bad_role'
  | 'bad_categories'
  | 'bad_pin'
  | 'wrong_pin'
  | 'name_taken'
  | 'last_manager'
  | 'too_many_tries'
  | 'bad_key'
  | 'scope_required'
  | 'too_many_requests'
  | 'bad_scopes'
  // Printing
  | 'bad_printer'
  | 'bad_address'
  // Alerts and rules
  | 'push_off'
  | 'bad_subscription'
  | 'bad_duty'
  | 'bad_ladder'
  | 'rehearsal_runs'
  | 'bad_rule'
  | 'bad_setting'
  // Webhooks to other systems
  | 'bad_webhook'
  | 'webhook_ended'
  // Other shops
  | 'bad_shop_key'
  // The attempt
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
  // The shop's marks
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
  // The server
  | 'webhook_off'
  | 'store_unavailable'
  | 'internal'

/** The body of one of the server's own errors. */
export const DeskError = z.object({
  status: Text,
  message: Text,
  /** One of the codes above. An older page may receive a code that it does not know. */
  code: Text,
  data: z.optional(Anything),
})
export type DeskError = z.infer<typeof DeskError>

/** Every error of the vendor service; the specification, "Errors". */
export const VendorError = z.strictObject({ status: oneOf(['error']), message: Text })
export type VendorError = z.infer<typeof VendorError>

/**
 * Whether an answer is a success. unspecified: the HTTP status of an unexpected error could be 200, so `status:
 * "error"` or a missing `data` is an error whatever the status.
 */
export const isAnswerWithData = (body: unknown): body is { readonly data: unknown } =>
  isRecord(body) && body['status'] !== 'error' && body['data'] !== undefined && body['data'] !== null
