import type { Contact } from '#client/wire/contact.ts'
import type { LiveState } from '#client/feed/live-feed.ts'

export type LineNews = 'spoken.lost' | 'spoken.late' | 'spoken.vendor' | 'spoken.token' | 'spoken.back'

function troubleOf(contact: Contact, feed: LiveState): LineNews | undefined {
  if (contact.state === 'lost') return 'spoken.lost'
  if (contact.state !== 'ok') return `spoken.${contact.state}`
  return feed.is === 'live' ? undefined : 'spoken.late'
}

/** Compares states of the line: a loss is told once, and its end once. */
export function createLineNews() {
  let told: LineNews | undefined
  return {
    /** What is to be told now. */
    since(contact: Contact, feed: LiveState): LineNews | undefined {
      const trouble = troubleOf(contact, feed)
      if (trouble === told) return undefined
      told = trouble
      return trouble ?? 'spoken.back'
    },
  }
}
