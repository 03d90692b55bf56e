import type { Contact } from '#client/wire/contact.ts'
import type { FeedState } from '#client/feed/feed-state.ts'

export type LineNews = 'spoken.lost' | 'spoken.late' | 'spoken.vendor' | 'spoken.token' | 'spoken.back'

function troubleOf(contact: Contact, feed: FeedState): LineNews | undefined {
  if (contact.state === 'lost') return 'spoken.lost'
  if (contact.state !== 'ok') return `spoken.${contact.state}`
  return feed.is === 'lost' ? 'spoken.late' : undefined
}

/** Compares states of the line: a loss is told once, and its end once. */
export function createLineNews() {
  let told: LineNews | undefined
  return {
    /** What is to be told now. */
    since(contact: Contact, feed: FeedState): LineNews | undefined {
      const trouble = troubleOf(contact, feed)
      if (trouble === told) return undefined
      told = trouble
      return trouble ?? 'spoken.back'
    },
  }
}
