import * as z from 'zod/mini'
import { oneOf, Text } from '#contract/plain.ts'
import { isRecord } from '#contract/json.ts'

/** Every error of the vendor service; the specification, "Errors". */
export const VendorError = z.strictObject({ status: oneOf(['error']), message: Text })
export type VendorError = z.infer<typeof VendorError>

/**
 * Whether an answer is a success. unspecified: the HTTP status of an unexpected error could be 200, so `status:
 * "error"` or a missing `data` is an error whatever the status.
 */
export const isAnswerWithData = (body: unknown): body is { readonly data: unknown } =>
  isRecord(body) && body['status'] !== 'error' && body['data'] !== undefined && body['data'] !== null
