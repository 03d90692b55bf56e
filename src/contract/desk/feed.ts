/**
 * What the feed tells a tablet: that something changed, never what. Each is one server-sent event with this name and
 * this JSON as its data.
 */
export type FeedEvent =
  | { readonly event: 'snapshot'; readonly data: { readonly version: number; readonly server_time: string } }
  | { readonly event: 'order'; readonly data: { readonly order_id: string; readonly version: number } }
  | { readonly event: 'alarm'; readonly data: { readonly code: string } }
  | { readonly event: 'hb'; readonly data: { readonly version: number; readonly server_time: string } }
  | { readonly event: 'bye'; readonly data: { readonly retry_ms: number } }

export const feedPath = '/api/desk/feed'

/**
 * A tablet that asks for orders says by it what the latest version is that it was told of: another server than the one
 * that told may be asked, which must not answer with less. With a tap it says the latest version that it shows.
 */
export const toldVersionHeader = 'X-Told-Version'

/** A heartbeat comes this often; a tablet that hears nothing for `feedSilenceMs` has lost its feed. */
export const feedHeartbeatMs = 10_000
export const feedSilenceMs = 22_000
