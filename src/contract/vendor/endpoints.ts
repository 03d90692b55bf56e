import type { AnswerOf } from '#contract/endpoint.ts'
import { cancelReasonEndpoints } from './cancel-reason.ts'
import { catalogEndpoints } from './catalog-endpoints.ts'
import { orderEndpoints } from './order-endpoints.ts'

/** The nine calls of the vendor service. The server cannot send any other. */
export const vendor = { ...orderEndpoints, ...cancelReasonEndpoints, ...catalogEndpoints } as const

export type VendorEndpointName = keyof typeof vendor
export type VendorAnswer<Name extends VendorEndpointName> = AnswerOf<(typeof vendor)[Name]>
