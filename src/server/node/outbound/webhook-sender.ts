import { NoAnswer, type WebhooksOutside } from '#server/webhooks/outside.ts'
import { createCheckedPost, NotPosted } from './checked-post.ts'

/** Sends webhooks to public addresses by https, and to those that `allow` names. */
export function createWebhookSender(allow: readonly string[]): WebhooksOutside {
  const { allows, post } = createCheckedPost(allow)
  return {
    allowsUrl: allows,
    async post({ url, headers, body }, signal) {
      const length = Buffer.byteLength(body)
      const request = { url: new URL(url), headers: { ...headers, 'Content-Length': length }, body }
      return post(request, signal).catch((error: unknown) => {
        throw error instanceof NotPosted ? new NoAnswer(error.because) : error
      })
    },
  }
}
