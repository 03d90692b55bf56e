// What the description of the API says of single fields. It is for programmers, so it is in English alone.

/** Fields whose names do not say it all, by schema. */
export const fieldWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Error: {
    code: 'Stays the same: let your program decide by it.',
    message: 'For people who read logs. May be reworded.',
    data: 'More about the error, with some codes.',
  },
  'acceptOrder body': {
    items:
      'For a digital order, one entry for each unit. `order_item_id`: the `id` of the line in the order’s `items`.',
  },
  'rejectOrder body': {
    cancel_reason_id: 'The `id` of one of the service’s reasons.',
    items: 'The missing lines, by the `id` that each has in the order’s `items`: a text there, a number here.',
    reason_code: 'Instead of a reason from the list: `OUT_OF_STOCK`, `TOO_BUSY` or `CLOSING_SOON`.',
    reason_text: 'In your own words, at most 500 characters; with a reason or a code, or on its own.',
  },
  'openOrder body': { order_id: 'The service’s id of the order.' },
  OrderEvent: {
    timestamp: 'When it happened.',
    data: '`lane` and `version`: at that time. `row`: the whole order as it was when this was sent, if the webhook includes it.',
  },
  PrinterEvent: { timestamp: 'When it was noticed.', data: '`since`: when the printer entered this state.' },
  SilenceEvent: {
    timestamp: 'When it was noticed.',
    data: '`since`: when the last order came. `usual_seconds`: the usual time between two orders at this hour.',
  },
  Who: {
    person: 'The person, or the key’s name.',
    tablet: 'The tablet, or `API` for a key.',
    rule: 'The order was accepted automatically: at once, or at the last moment.',
    key: 'A program did it, with the key of that name.',
  },
  OrderRow: {
    received_at: 'When the desk first received the order.',
    respond_by: 'When the time to answer ends, as far as the desk knows; null unless the order waits.',
    read_at: 'When the order was last read at the service; null if it never was.',
    lane: 'Where the order stands: `answer` (waits for an answer), `contact` (for its customer), `preparing`, `ready`, `other` (unknown status) or `closed`.',
    order: 'The order as the service sent it; null if it was never read.',
    problem: 'Why `order` is null or out of date.',
    told_id: 'The id in the notification, if it cannot be part of an address.',
    answering: 'Who has opened it to answer it. Others may still answer.',
    acknowledged: 'Who silenced the ring, and until when.',
    last_action: 'The last answer from this shop, and its outcome.',
    last_done: 'The last answer that took effect.',
    outcome: 'How it ended; null while it is open.',
    before_change: 'The lines before the customer changed them, while it waits for a new answer.',
    is_digital: 'Whether codes are sold on it, according to the catalog.',
    picks: 'Which lines were packed, or could not be found.',
    handed_over: 'Who handed it over, when, and whether the customer’s code was right.',
    returned: 'The same for an order that came back.',
    prints: 'How many copies of its ticket were requested.',
    version: 'Of two rows of one order, the one with the higher version is newer.',
    is_on_board: 'Whether the board lists it.',
  },
  Order: {
    items: 'The order’s lines.',
    is_active: 'Whether it is open.',
    can_mark_as_ready: 'Whether it may be marked as ready now.',
  },
  Shift: {
    heard: 'Orders received in the span. All numbers are about these, as they stand now.',
    missed: 'Cancelled while they waited for an answer.',
    bars: 'One hour each; one day each if the span is longer than two days.',
  },
  Figures: {
    from: 'The first day.',
    to: 'The last day, which is included.',
    missed: 'Cancelled while they waited for an answer.',
    asked: 'Orders whose customer was asked about missing items, whatever became of them.',
    ready: 'Orders that were marked as ready from here.',
    to_answer: 'From the receipt to the first answer from here. Null without orders.',
    to_ready: 'From the receipt to the first “ready” from here. Null without orders.',
    hours: 'In the shop’s local time. The hour that is repeated when summer time ends counts both.',
    weekdays: '1 is Monday. `days`: how many of them the span has.',
    items: 'The most sold first, at most 20; the CSV has all.',
    missing_items: 'The most often missing first, at most 20; `orders`: in how many.',
    people: 'By name, from `people_from` on.',
    people_from: 'The first day for which figures by person are kept.',
  },
  Report: {
    before: 'The same for as many days right before.',
    time_zone: 'That of the shop’s days.',
    first_day: 'The first day with orders for which figures are kept.',
  },
}
