import { expect, test } from 'vitest'
import type { ItemMatch } from '#contract/desk/inbox.ts'
import type { OrderRecord } from '#domain/order.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { acceptedAt, printedAt, sampleMatches, sampleOrder, sampleRecord } from '#testing/ticket-sample.ts'
import { linesFor } from './ticket-lines.ts'
import { testPage, ticketPage } from './ticket-page.ts'
import type { TicketBlock, TicketPage } from './ticket.ts'

interface Printed {
  readonly record?: OrderRecord
  readonly job?: Partial<PrintJob>
  readonly printer?: Partial<Pick<PrinterRecord, 'languages' | 'categoryIds'>>
  readonly matches?: readonly ItemMatch[]
  readonly mode?: 'live' | 'practice' | 'demo'
}

const print = ({ record = sampleRecord(), job, printer, matches = sampleMatches, mode = 'live' }: Printed = {}) =>
  ticketPage({
    record,
    job: { what: 'full', bag: 1, bags: 1, sheet: 1, sheets: 1, copy: 1, standsInFor: null, ...job },
    printer: { languages: ['en'], categoryIds: null, coveredIds: null, ...printer },
    matches,
    mode,
    printedAt,
  })

/** The blocks of a ticket as texts, without isolates. */
const textsOf = ({ blocks }: TicketPage) => blocks.map((block) => textOf(block).replace(/[\u2066-\u2069]/g, ''))

function textOf(block: TicketBlock): string {
  switch (block.is) {
    case 'rule':
      return '---'
    case 'mark':
      return `[${block.text}]`
    case 'fact':
      return `${block.name}: ${block.value.replaceAll('\u00A0', ' ')}`
    case 'line':
      return [block.quantity, ...block.names, block.codes, ...block.notes.map(({ text }) => text)]
        .join(' | ')
        .replaceAll('\u00A0', ' ')
    case 'barcode':
      return `barcode ${block.texts.join(' ')}`
    case 'qr':
      return `qr ${block.text}`
    case 'text':
      return block.text.replaceAll('\u00A0', ' ')
  }
}

const [rice = {}] = sampleOrder.items
const few = { items: [rice] }

test('prints everything on a full ticket', () => {
  expect(textsOf(print({ record: sampleRecord(few) }))).toEqual([
    'Al-Rasheed Market · سوق الرشيد',
    'A-1042',
    'barcode A-1042 ord_01JDSAMPLE7',
    'DELIVERY',
    'Customer: Sara Al-Khafaji',
    'Method: Express delivery by courier',
    'Payment: Cash on delivery',
    `Placed: ${timeOf('2026-11-28T17:28:30Z')}`,
    `Accepted: ${timeOf(acceptedAt)} · Mustafa`,
    '---',
    '2 × | Basmati rice 5 kg | REF-100 · 629100000100',
    '---',
    'Items: 25',
    'Total: IQD 148,750',
    'qr ord_01JDSAMPLE7',
    'ord_01JDSAMPLE7',
    expect.stringMatching(/^Printed Nov \d+, 2026, \d\d:\d\d$/),
  ])
})

const timeOf = (at: string | number) =>
  new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' }).format(new Date(at))

test('prints lines and notes, but no money and no codes, on a kitchen ticket', () => {
  expect(textsOf(print({ record: sampleRecord({ items: [sampleOrder.items[6]] }), job: { what: 'kitchen' } }))).toEqual(
    [
      'A-1042',
      '[HAS NOTES]',
      'DELIVERY',
      'Customer: Sara Al-Khafaji',
      `Accepted: ${timeOf(acceptedAt)} · Mustafa`,
      '---',
      '1 × | Birthday cake |  | message: Happy birthday, Zoë & Łukasz! | candles: 8 | gift wrap: yes',
      '---',
      'Items: 25',
      expect.stringMatching(/^Printed /),
    ],
  )
})

test('prints number, bag, customer and codes, but no line, on a bag label', () => {
  expect(textsOf(print({ job: { what: 'bag', bag: 2, bags: 3 } }))).toEqual([
    'Al-Rasheed Market · سوق الرشيد',
    'A-1042',
    '[BAG 2 OF 3]',
    'Customer: Sara Al-Khafaji',
    'DELIVERY',
    'Method: Express delivery by courier',
    'Items in the whole order: 25',
    'barcode A-1042 ord_01JDSAMPLE7',
    'qr ord_01JDSAMPLE7',
    expect.stringMatching(/^Printed /),
  ])
})

const markCases: readonly (readonly [string, Printed, readonly string[]])[] = [
  ['a reprint', { job: { copy: 3 } }, ['[REPRINT 3]']],
  ['a copy of several', { job: { sheet: 1, sheets: 2 } }, ['[COPY 1 OF 2]']],
  ['a bag', { job: { bag: 1, bags: 2 } }, ['[BAG 1 OF 2]']],
  ['a printer that stands in', { job: { standsInFor: 'KITCHEN' } }, ['[TAKE TO: KITCHEN (its printer is down)]']],
  ['an order that waits', { record: sampleRecord({}, { lane: 'answer', lastDone: null }) }, ['[NOT ACCEPTED YET]']],
  ['an order whose customer decides', { record: sampleRecord({}, { lane: 'contact' }) }, ['[CUSTOMER DECIDING]']],
  [
    'a cancelled order',
    { record: sampleRecord({ status: { key: 'cancelled', title: 'Cancelled' } }, { lane: 'closed' }) },
    ['[Cancelled]'],
  ],
  ['nothing about the usual copy', {}, []],
]

test.each(markCases)('marks %s', (_what, printed, marks) => {
  for (const what of ['kitchen', 'bag', 'full'] as const) {
    const texts = textsOf(print({ ...printed, job: { ...printed.job, what } }))
    const warned = what === 'bag' ? [] : ['[Unreadable line. Check the screen before you pack.]', '[HAS NOTES]']
    expect(texts.filter((text) => text.startsWith('['))).toEqual([...marks, ...warned])
  }
})

test.each([
  ['practice', 'PRACTICE. Not a real order.'],
  ['demo', 'DEMO. Not a real order.'],
] as const)('says first that a store is not real (%s)', (mode, banner) => {
  for (const what of ['kitchen', 'bag', 'full'] as const) {
    expect(textsOf(print({ mode, job: { what } }))[0]).toBe(banner)
  }
})

test('prints in the first language, and labels in both', () => {
  const arabic = print({ printer: { languages: ['ar', 'en'] } })
  expect(arabic.direction).toBe('rtl')
  expect(textsOf(arabic)).toEqual(
    expect.arrayContaining([
      'توصيل · DELIVERY',
      'الزبون · Customer: Sara Al-Khafaji',
      'منتج غير مقروء. تحقق من الشاشة قبل التجهيز.\nUnreadable line. Check the screen before you pack.',
    ]),
  )
  const french = print({ printer: { languages: ['fr', 'en'] } })
  expect(french.direction).toBe('ltr')
  // The same word stands once.
  expect(textsOf(french)).toContain('Total: 148\u202F750 IQD')
})

test('prints pickup as such', () => {
  expect(textsOf(print({ record: sampleRecord({ is_pickup: true }) }))).toContain('PICKUP')
})

test.each([
  [['en'], ['Basmati rice 5\u00A0kg']],
  [['ar'], ['أرز بسمتي ٥\u00A0كغ', 'Basmati rice 5\u00A0kg']],
  [
    ['fr', 'ar'],
    ['Riz basmati 5\u00A0kg', 'أرز بسمتي ٥\u00A0كغ'],
  ],
] as const)('names a product in the languages %j of the ticket, with its size in one piece', (languages, names) => {
  const { blocks } = print({ record: sampleRecord(few), printer: { languages } })
  expect(blocks.find(({ is }) => is === 'line')).toMatchObject({ names })
})

test('puts the name first by which the customer ordered if the catalog has another', () => {
  const record = sampleRecord({ items: [{ ...rice, product: { id: '100', name: 'Rice of the week' } }] })
  expect(print({ record }).blocks.find(({ is }) => is === 'line')).toMatchObject({
    names: ['Rice of the week', 'Basmati rice 5\u00A0kg'],
  })
})

test('prints no hand-over code, payment form or code of digital goods', () => {
  const customizations = {
    note: 'Your redeem code: planted-note',
    pickup_otp: 'planted-otp',
    codes: [{ name: 'Secret code', value: 'planted-secret' }, { serialNumber: 'planted-serial' }],
  }
  const items = [{ ...(rice as object), customizations, secret_code: 'planted-line' }]
  const record = sampleRecord({ items, codes: ['planted-code'] })
  for (const what of ['kitchen', 'bag', 'full'] as const) {
    expect(JSON.stringify(print({ record, job: { what } }))).not.toContain('planted')
  }
  expect(textsOf(print({ record })).join('\n')).toContain('pickup otp: …')
})

const linesOf = (categoryIds: readonly string[] | null, coveredIds: readonly string[] | null = null) =>
  linesFor(sampleRecord(), { categoryIds, coveredIds }, sampleMatches).map(({ line }) =>
    sampleOrder.items.findIndex((item) => same(item, line)),
  )
const same = (item: unknown, line: unknown) =>
  (item as { readonly id?: string }).id === (line as { readonly id?: string }).id

test.each([
  ['all lines without categories', null, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ['the lines of its categories and the unknown ones', ['3'], [3, 4, 7, 8]],
  ['a line with one of several categories', ['7'], [0, 4, 8]],
  ['unknown lines alone', ['99'], [4, 8]],
] as const)('a printer prints %s', (_what, categoryIds, lines) => {
  expect(linesOf(categoryIds)).toEqual(lines)
})

test('a printer of some categories prints the lines that no other printer prints', () => {
  expect(linesOf(['3'], ['3', '1'])).toEqual([1, 3, 4, 6, 7, 8])
  expect(linesOf(['1'], ['3', '1'])).toEqual([0, 1, 2, 4, 5, 6, 8])
})

test.each([[undefined], [null], [[]], ['soup'], [[2, 'soup']]])(
  'prints a line with the categories %j',
  (category_ids) => {
    const [match] = sampleMatches
    const matches = match ? [{ ...match, item: { id: 100, category_ids } }] : []
    expect(linesFor(sampleRecord(few), { categoryIds: ['99'], coveredIds: null }, matches)).toHaveLength(1)
  },
)

test('says how many of the lines are on a ticket of some categories', () => {
  const categoryIds = ['3']
  expect(textsOf(print({ printer: { categoryIds }, job: { what: 'kitchen' } }))).toContain(
    'Lines on this ticket: 4 / 9',
  )
  const record = sampleRecord(few)
  expect(textsOf(print({ record, printer: { categoryIds } }))).toContain('No line of this order is for this printer.')
})

test.each([
  ['an order that was never read', null, 'The details of this order are not known. Check the screen before you pack.'],
  ['lines', { items: 'broken' }, 'The lines of this order could not be read. Check it in the service before you pack.'],
  ['no lines', { items: [] }, 'The service sent this order without any lines.'],
  ['a line', { items: [7] }, 'Unreadable line. Check the screen before you pack.'],
  ['a line without a name', { items: [{ id: 'X1' }] }, '? × | Item X1 | '],
  ['a total', { total: {} }, 'Total: unreadable'],
  ['a quantity', { total_quantity: null }, 'Items: —'],
  ['a customer', { customer: { id: '1', name: 7.5 } }, 'Customer: unreadable'],
  ['no customer', { customer: null }, 'Customer: —'],
  ['the way', { is_pickup: 'perhaps' }, 'Pickup or delivery: unreadable'],
  ['a time', { created_at: 'soon' }, 'Placed: soon'],
  ['a time without a zone', { created_at: '2026-11-28 20:00' }, 'Placed: 2026-11-28 20:00 (unknown time zone)'],
  ['an unknown currency', { total: 12.5, currency: 'points' }, 'Total: 12.5 points'],
] as const)('says that it does not know %s', (_what, changes, text) => {
  expect(textsOf(print({ record: sampleRecord(changes) }))).toContain(text)
})

test('has the id for a number that is missing', () => {
  const texts = textsOf(print({ record: sampleRecord(null) }))
  expect(texts).toEqual(expect.arrayContaining(['ord_01JDSAMPLE7', 'barcode ord_01JDSAMPLE7 ord_01JDSAMPLE7']))
  expect(textsOf(print({ record: sampleRecord(null), job: { what: 'bag' } }))).toContain(
    'The details of this order are not known. Check the screen before you pack.',
  )
})

test('leaves out who accepted it if that is not known', () => {
  const by = (lastDone: OrderRecord['lastDone']) => textsOf(print({ record: sampleRecord({}, { lastDone }) }))
  expect(by(null).some((text) => text.startsWith('Accepted'))).toBe(false)
  expect(by({ action: 'accept', outcome: 'done', by: null, at: acceptedAt })).toContain(
    `Accepted: ${timeOf(acceptedAt)}`,
  )
})

test('tests a printer in all scripts, with both codes', () => {
  const texts = textsOf(testPage({ name: 'Counter', languages: ['en'] }, printedAt))
  expect(texts).toEqual(
    expect.arrayContaining(['Test ticket', 'Counter', 'Aa 123 · أبجد ١٢٣ · Éàç', 'barcode TEST-1234', 'qr TEST-1234']),
  )
})
