import type { DeliveryRecord, OutgoingEvent, WebhookRecord } from '#domain/outgoing-event.ts'
import type { LogEntry } from './order-store.ts'

export interface DueOptions {
  readonly webhookId: string
  readonly now: number
  /** One that is due later than this was given its time before the clock was set back, and is due now. */
  readonly until: number
  readonly limit: number
}

export interface ForgetOptions {
  readonly now: number
  readonly deliveredBefore: number
  readonly allBefore: number
}

/** A pure function of the stored webhook. What it throws is thrown on, with nothing written. */
type NextWebhook = (stored: WebhookRecord) => WebhookRecord | undefined
type EntryOfWebhook = (changed: WebhookRecord) => LogEntry

/**
 * Webhooks to other systems, and their deliveries. `OrderStore` writes deliveries of orders' events together with the
 * orders. Of the deliveries of one order to one webhook, only the first that waits has a time: finishing it gives one to
 * the next.
 */
export interface WebhookStore {
  /** Oldest first. */
  webhooks(): Promise<readonly WebhookRecord[]>
  /** Adds a webhook, unless there is one with its id, or are `atMost` already. @returns whether it did. */
  addWebhook(webhook: WebhookRecord, entry?: LogEntry, atMost?: number): Promise<boolean>
  /**
   * Writes what `next` makes of a webhook as it is stored, in one transaction, so that changes at the same time do not
   * overwrite each other; and what that means to the deliveries that wait for it (`waitingAfter`).
   * @returns it; undefined, with nothing written, if there is none or `next` returns undefined.
   */
  changeWebhook(id: string, now: number, next: NextWebhook, entry?: EntryOfWebhook): Promise<WebhookRecord | undefined>
  /** Removes a webhook and its deliveries. @returns whether it existed. */
  removeWebhook(id: string, entry?: LogEntry): Promise<boolean>
  /** Adds a delivery for each webhook that wants an event, unless it had one with that id. @returns how many. */
  addDeliveries(events: readonly OutgoingEvent[]): Promise<number>
  /** Adds one delivery to a webhook, as it is. */
  addDelivery(delivery: DeliveryRecord): Promise<void>
  /** Waiting deliveries that are due, the longest due first. */
  dueDeliveries(options: DueOptions): Promise<readonly DeliveryRecord[]>
  /** When the next delivery of a webhook is due; undefined if none waits. */
  nextDueAt(webhookId: string): Promise<number | undefined>
  /**
   * Overwrites a delivery with its next revision. The next one of its order is due at `now` if this one waits no more.
   * @returns it with that revision; undefined, with nothing written, if it was written or removed in between.
   */
  saveDelivery(delivery: DeliveryRecord, now: number): Promise<DeliveryRecord | undefined>
  findDelivery(webhookId: string, id: string): Promise<DeliveryRecord | undefined>
  /**
   * Puts a finished delivery behind those that wait for its order; one that waits for a further try is due at `now`.
   * @returns it as it is now; undefined if there is none; `ended`, with nothing written, if the webhook is.
   */
  resendDelivery(webhookId: string, id: string, now: number): Promise<DeliveryRecord | 'ended' | undefined>
  /** The latest added or sent again first: so many, and then as many that were parked before them, without failed tests. */
  latestDeliveries(webhookId: string, limit: number): Promise<readonly DeliveryRecord[]>
  /** A test that failed is not parked: nobody waits for it. */
  countDeliveries(webhookId: string): Promise<{ readonly waiting: number; readonly parked: number }>
  /**
   * Deletes deliveries of events from before a moment; delivered ones of orders from before `deliveredBefore`. The others
   * stay longer, because their ids keep an occasion from being told twice.
   * @returns how many.
   */
  forgetDeliveries(options: ForgetOptions): Promise<number>
}
