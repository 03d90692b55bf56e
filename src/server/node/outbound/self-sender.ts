import type { SendToSelf } from '#server/notifications/webhook-check.ts'

/** Over the network, as anybody's request would come. A redirect is an answer: the service may not follow it either. */
export const sendOverNetwork: SendToSelf = (request) => fetch(request, { redirect: 'manual' })
