import webPush from 'web-push'
import { PushRefused, type AlertsOutside, type PushRequest } from '#server/alerts/outside.ts'
import { createCheckedPost, NotPosted } from './checked-post.ts'

type PushOutside = Pick<AlertsOutside, 'makePushKeys' | 'allowsEndpoint' | 'sendPush'>

/**
 * Sends Web Push. The address of a push service comes from a browser, so it must be https at a public address: it is
 * resolved and checked each time, and the checked address is connected to. `allow` are addresses and ranges that are
 * allowed besides, by http too.
 */
export function createPushSender(allow: readonly string[]): PushOutside {
  const { allows, post } = createCheckedPost(allow)
  return {
    makePushKeys: () => webPush.generateVAPIDKeys(),
    allowsEndpoint: allows,
    async sendPush(request, signal) {
      const details = encrypt(request)
      try {
        return (await post({ url: new URL(request.endpoint), ...details }, signal)).status
      } catch (error) {
        if (!(error instanceof NotPosted)) throw error
        const message = `The push service ${error.message}.`
        throw error.because === 'not_public' ? new PushRefused(message) : new Error(message)
      }
    },
  }
}

interface Details {
  readonly headers: Readonly<Record<string, string | number>>
  readonly body: Buffer
}

/** Encrypts the payload for the phone (RFC 8291), and signs who sends it (RFC 8292). @throws {PushRefused} */
function encrypt({ endpoint, keys, payload, ttl, urgency, topic, vapid }: PushRequest): Details {
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, {
      vapidDetails: { ...vapid },
      TTL: ttl,
      urgency,
      topic,
      contentEncoding: 'aes128gcm',
    })
    return { headers: headers as Details['headers'], body: body ?? Buffer.alloc(0) } // Its headers are plain.
  } catch {
    // Its messages would quote the phone's keys.
    throw new PushRefused('The keys of the phone cannot be used.')
  }
}
