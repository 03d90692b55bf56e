import type { FeedEvent } from '#contract/desk/feed.ts'
import type { OperationName } from '#server/api-keys/key-access.ts'
import { type DescribedCode, everyRequestWords, vendorErrors } from './open-api-errors.ts'
import { feedEvents } from './open-api-feed.ts'

// What the description of the API says in words. It is for programmers, so it is in English alone.

export interface OperationWords {
  readonly summary: string
  readonly description: string
  /** Of parameters in the path and the query. */
  readonly parameters?: Readonly<Record<string, string>>
  /** The codes of its own errors, besides those that its contract tells (`open-api.ts`). */
  readonly errors?: readonly DescribedCode[]
}

export const introduction = `The desk’s own API, for a till, a spreadsheet, a lamp or another shop’s screen.

**Keys.** A manager creates keys in Manage → API keys, or with \`desk api-key add\`. A program sends its key as \`Authorization: Bearer KEY\`, never in the address. In the examples \`$DESK\` is the desk’s address, such as \`https://desk.shop.example\`, and \`$KEY\` is the key. A key has scopes, is shown once, and can be removed at any time. Its name appears in the log and on the orders that it answered. A request with a key is judged by the key alone, never by cookies.

**Limits.** A key may make 120 requests at once, and 120 a minute on average; a shop with several servers allows that on each of them. Every answer to a key says what is left, in the headers \`RateLimit-Policy\` and \`RateLimit\` of draft-ietf-httpapi-ratelimit-headers-10; beyond that the answer is 429 with \`Retry-After\`. Follow the orders by the feed or by webhooks rather than by polling.

**Answers to orders are sent once.** Accept, reject and ready carry an \`Idempotency-Key\`: one UUID for one decision. If the connection is lost, send the same request with the same key until you get an answer; the order is not answered twice. 202 means that it is not known yet whether the service has accepted it: ask again with the same key, or wait for the feed. An error is an answer too: the same key gets it again, except after 429, 500 and \`store_unavailable\`. To try again, or to decide differently, use a new key.

**Errors** are JSON with a \`code\`, which stays the same when its \`message\` is reworded: let your program decide by the code. After 429 and 5xx wait as long as \`Retry-After\` says; without it a few seconds, and longer each time. Any request may get one of these errors; those of a single address are listed with it:

${everyRequestWords}

404 \`not_found\`, 405 \`method_not_allowed\`, 408 \`too_slow\`, 421 \`wrong_host\`: there is nothing at this address; it takes other methods; the request took longer than 15 s; the desk has another name.

**Orders and items are as the service sent them.** A field may be missing, or have another type than described here. Hand-over codes and payment forms are never part of an answer to a key. The desk’s own times are ISO 8601 in UTC; those of orders and items are the service’s.

**What may change.** Addresses, fields, events and codes that are described here stay as they are. New ones are added without notice, and so are new values in lists: ignore what you do not know. Addresses that are not described here belong to the page: they take no key, and change without notice.`

const orderId = { orderId: 'The service’s id of the order.' }
const paged = { page: 'From 1.', per_page: 'The size of a page; the service sets the limit.' }
const asService = 'As the service itself lists them, page by page.'
const wait =
  'Answers within 30 s, once the order has been read again: `data` is the order as it is then. If the connection is lost, send it again with the same Idempotency-Key.'

/** What each event of the feed tells, after its name and its schema. */
const feedWords: Readonly<Record<FeedEvent['event'], string>> = {
  snapshot: 'comes first: the whole open board.',
  order:
    'comes with each change of an order: `row` is null once the order is gone, and missing if you have to read it; of two rows of one order the one with the higher `version` is newer.',
  alarm: 'comes when a problem of the desk begins, continues or ends.',
  shortages: 'comes when products run out or are back: the whole list.',
  hb: 'comes every 10 s.',
  bye: 'ends the stream; `retry_ms` says in how many milliseconds to connect again.',
}
const feedSentences = Object.entries(feedWords)
  .map(([name, words]) => `\`${name}\` (\`${feedEvents[name as keyof typeof feedWords]}\`) ${words}`)
  .join(' ')

export const operationWords = {
  listOrders: {
    summary: 'List orders',
    description:
      'The open orders, oldest first, as the board shows them; or closed ones, newest first, at most 50 at once: for the next page, set `before` to the last `received_at`. `meta` has the desk’s current problems.',
    parameters: {
      view: '`open`, the default, or `closed`.',
      q: 'Words in the order’s numbers (such as the `print_order_number` that people say), its customer’s name, or the names, references and barcodes of its items.',
      outcome: 'Of closed orders: `completed`, `rejected`, `cancelled`, `missed` or `other`.',
      from: 'Closed orders received at this moment or later.',
      before: 'Closed orders received before this moment.',
    },
  },
  readOrder: {
    summary: 'Read an order',
    description:
      'One order with what the desk knows of it: its lane, who answered it, its timeline and, for each line, the catalog item that matches. The order itself is as it was last read: while it waits, a few seconds ago at most.',
    parameters: orderId,
  },
  readOrderMatches: {
    summary: 'Find the catalog items of an order',
    description: 'The catalog items behind the lines of any order of the service, on the board or not.',
    parameters: orderId,
    errors: vendorErrors,
  },
  followOrders: {
    summary: 'Follow the orders',
    description: `A stream of server-sent events, each with a name and JSON data. ${feedSentences} After \`bye\`, or 22 s without an event, connect again: there is nothing to catch up on. A key may have four streams; a fifth ends the oldest. Other events may come: ignore them.`,
  },
  getOrder: {
    summary: 'Read an order at the service',
    description:
      'The order as the service has it now; for a second, the same answer is given again. `GET /api/desk/orders/{orderId}` is usually enough, and also answers while the service does not.',
    parameters: orderId,
  },
  acceptOrder: {
    summary: 'Accept an order',
    description: `A plain order is accepted without a body. A digital one needs one secret code and one serial number for each unit. ${wait}`,
    parameters: orderId,
    errors: ['items_required', 'bad_item', 'bad_codes'],
  },
  rejectOrder: {
    summary: 'Reject an order',
    description: `With one of the service’s reasons, and the items that are missing if the reason asks for them (the service may then ask the customer first: the order is in the lane \`contact\`); or with a code. ${wait}`,
    parameters: orderId,
    errors: ['no_reason', 'unknown_reason', 'one_reason_only', 'items_required', 'bad_item'],
  },
  markOrderReady: {
    summary: 'Mark an order as ready',
    description: `An order can be marked once its \`can_mark_as_ready\` is true. ${wait}`,
    parameters: orderId,
  },
  listCancelReasons: {
    summary: 'List the reasons for a rejection',
    description: 'The service’s own reasons. Some ask for the missing items: `should_select_items`.',
  },
  openOrder: {
    summary: 'Open an order by its id',
    description:
      'Puts an order on the board that no notification announced, and answers with its row, even to a key without `orders:read`. The log names the key.',
    errors: ['bad_order_id', 'order_not_found', ...vendorErrors],
  },
  searchItems: {
    summary: 'Search the catalog',
    description:
      'All items that the desk has gathered, best match first, 100 a page. `index` says how much of the catalog that is.',
    parameters: {
      q: 'Words of names, references and barcodes.',
      category: 'A category’s id; its children are included.',
      brand: 'A brand’s id.',
      value: 'The id of an attribute’s value.',
      available: '`1` or `0`.',
      in_stock: '`1` or `0`.',
      discounted: '`1` or `0`.',
      virtual: '`1` or `0`.',
      page: 'From 1.',
    },
  },
  readItem: {
    summary: 'Read an item',
    description: 'One item, as the service last sent it.',
    parameters: { itemId: 'The item’s id.' },
    errors: ['not_found'],
  },
  countItems: {
    summary: 'Count items',
    description: 'How many items each category (with its children), brand and attribute value has, by id.',
  },
  listItems: { summary: 'List items', description: asService, parameters: paged },
  listCategories: {
    summary: 'List categories',
    description: asService,
    parameters: paged,
  },
  listBrands: { summary: 'List brands', description: asService, parameters: paged },
  listVariantAttributes: { summary: 'List attributes', description: asService },
  readSummary: {
    summary: 'Read the shop at a glance',
    description:
      'How many orders wait and since when, whether a tablet would ring, printers, alarms, and the day’s figures in the shop’s own time zone. Nothing about customers, items or staff. `today.sales` is null for a key without `reports:read`.',
  },
  readShift: {
    summary: 'Report on a shift',
    description:
      'What became of the orders that were received in a span of at most 7 days; the last 12 hours by default.',
    parameters: {
      from: 'The beginning: ISO 8601 with an offset.',
      to: 'The end: ISO 8601 with an offset.',
      bars_from: 'Where the bars of the chart begin: at `from`, or up to one bar before.',
    },
  },
  readReport: {
    summary: 'Report on days',
    description:
      'The figures of whole days in the shop’s own time zone, at most three years, beside those of as many days before; as JSON, or as a table for a spreadsheet. The figures of a day are kept for three years, those of people only as long as its orders. Money is never added across currencies.',
    parameters: {
      from: 'The first day, such as `2026-11-20`; by default `to`, or today.',
      to: 'The last day, which is included; by default `from`, or today.',
      format: '`json`, the default, or `csv`.',
      table:
        'Which table the CSV has: `days`, the default, one row a day; `payments`, sales by payment method; `items`, `people`, `hours` or `reasons`.',
    },
  },
  readDescription: {
    summary: 'Read this description',
    description: 'OpenAPI 3.1. Any key will do.',
  },
} as const satisfies Readonly<Record<OperationName, OperationWords>>
