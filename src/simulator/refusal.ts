import type { VendorError } from '#contract/vendor/failure.ts'

/** A request that the service does not grant, in the words of the specification, "Errors". */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  toResponse(): Response {
    const body: VendorError = { status: 'error', message: this.message }
    return Response.json(body, { status: this.status })
  }
}

export const orderNotFound = () => new Refusal(404, 'Order not found')
export const invalidReason = () => new Refusal(400, 'Invalid rejection reason provided')

const done = { accept: 'accepted', reject: 'rejected', ready: 'marked as ready' } as const

export const wrongState = (action: keyof typeof done) =>
  new Refusal(400, `Order cannot be ${done[action]} in its current state`)

/** The accept endpoint shows the text without its final period. */
export const unauthenticated = (isAccept: boolean) =>
  new Refusal(401, isAccept ? 'Unauthenticated' : 'Unauthenticated.')
