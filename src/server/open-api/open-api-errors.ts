import type { DeskErrorCode } from '#contract/desk/failure.ts'
import { type ApiExample, answersOf } from './api-examples.ts'
import { refTo } from './json-schema.ts'
import { jsonOf, limitHeaders } from './open-api-content.ts'

// The errors of the API, by their codes. Those of every request are described once, and referred to.

/** What each code means; the status is part of the contract too. */
const errorWords = {
  not_enrolled: [401, 'The request has no key.'],
  bad_key: [401, 'The key is unknown, or was removed.'],
  scope_required: [403, 'The key does not have the scope in `data.scope`; null: no key may use this address.'],
  too_many_requests: [429, 'This key asks too often. `Retry-After` says when to go on, in seconds.'],
  too_many_tries: [429, 'Too many wrong keys came from this address. `Retry-After` says when to go on, in seconds.'],
  internal: [500, 'A bug in the desk, which has logged it.'],
  store_unavailable: [503, 'The desk cannot read or write its data now. Nothing was done.'],
  bad_request: [
    400,
    'A parameter is not understood, or is given more than once; or the query has more than 4,096 characters.',
  ],
  bad_page: [400, '`page` must be a whole number from 1 to 10,000, and `per_page` one from 1 to 99,999.'],
  bad_order_id: [400, 'An order’s id has only letters, digits and . _ : -'],
  bad_json: [400, 'The body is not a JSON object.'],
  json_required: [415, 'A body must be sent as application/json.'],
  too_large: [413, 'The body is larger than 64 KiB.'],
  idempotency_key_required: [400, 'The Idempotency-Key is missing, or is not a UUID.'],
  key_reused: [422, 'This Idempotency-Key was used for another answer.'],
  not_found: [404, 'The part of the catalog that the desk has read has no such item.'],
  order_not_found: [404, 'The desk, or the service, does not know this order.'],
  no_reason: [422, 'The rejection has no reason.'],
  unknown_reason: [422, 'The service has no such reason.'],
  one_reason_only: [422, 'Give `cancel_reason_id` or `reason_code`, not both.'],
  items_required: [422, 'This reason, or this digital order, needs `items`.'],
  bad_item: [422, 'An item is not on the order, or is named twice.'],
  bad_codes: [422, 'Each unit of a digital item has one secret code and one serial number.'],
  order_busy: [409, 'Somebody is answering this order: `data.by` says who.'],
  already_answered: [409, 'Somebody has answered this order: `data.by` says who.'],
  vendor_refused: [400, 'The service refused, and says why in `message`.'],
  vendor_rejected: [502, 'The service refused the request, and nothing happened.'],
  vendor_auth_failed: [502, 'The service refused the desk’s own token.'],
  vendor_unreadable: [502, 'The service’s answer could not be read, and nothing happened.'],
  vendor_busy: [503, 'The service takes no more requests now, and nothing happened.'],
  vendor_timeout: [504, 'The service did not answer in time, and nothing happened.'],
} as const satisfies Partial<Record<DeskErrorCode, readonly [number, string]>>

export type DescribedCode = keyof typeof errorWords

/** What any request may get. */
const everyRequest = [
  'not_enrolled',
  'bad_key',
  'scope_required',
  'too_many_requests',
  'too_many_tries',
  'internal',
  'store_unavailable',
] as const satisfies readonly DescribedCode[]

/** What may go wrong when the desk asks the service. */
export const vendorErrors = [
  'vendor_refused',
  'vendor_rejected',
  'vendor_auth_failed',
  'vendor_unreadable',
  'vendor_busy',
  'vendor_timeout',
] as const satisfies readonly DescribedCode[]

const textOf = (code: DescribedCode): string => `\`${code}\`: ${errorWords[code][1]}`

/** For the introduction: a paragraph each. */
export const everyRequestWords = everyRequest.map((code) => `${errorWords[code][0]} ${textOf(code)}`).join('\n\n')

const responseOf = (status: number, codes: readonly DescribedCode[], examples: readonly ApiExample[] = []) => ({
  description: codes.map(textOf).join('\n\n'),
  headers: {
    ...(status === 401 ? {} : limitHeaders),
    ...((status === 429 || status === 503) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
  },
  content: jsonOf(refTo('Error'), answersOf(examples)),
})

const ofStatus = (codes: readonly DescribedCode[], status: number) =>
  codes.filter((code) => errorWords[code][0] === status)

const sharedNames = {
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'TooManyRequests',
  500: 'Internal',
  503: 'Unavailable',
}

/** The answers to which operations refer. */
export const sharedResponses = Object.fromEntries(
  Object.entries(sharedNames).map(([status, name]) => [
    name,
    responseOf(Number(status), ofStatus(everyRequest, Number(status))),
  ]),
)

const sharedNameOf = (status: number): string | undefined =>
  Object.entries(sharedNames).find(([each]) => Number(each) === status)?.[1]

/** The errors of an operation by status, those of every request included. `own`: codes besides these. */
export function failuresOf(own: readonly DescribedCode[], examples: readonly ApiExample[]) {
  const codes = [...new Set([...everyRequest, ...own])]
  const statuses = [...new Set(codes.map((code) => errorWords[code][0]))].toSorted((one, other) => one - other)
  return statuses.map((status) => {
    const here = ofStatus(codes, status)
    const shown = examples.filter(({ answer }) => answer.status === status)
    const name = sharedNameOf(status)
    const isShared = name !== undefined && shown.length === 0 && here.length === ofStatus(everyRequest, status).length
    const response = isShared ? { $ref: `#/components/responses/${name}` } : responseOf(status, here, shown)
    return [String(status), response] as const
  })
}
