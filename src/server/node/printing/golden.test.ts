import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { dotsOf, type PaperWidth, type TicketLanguage } from '#contract/desk/printers.ts'
import { systemClock } from '#contract/system-clock.ts'
import type { PrintJob } from '#domain/print-job.ts'
import { testPage, ticketPage } from '#server/printing/ticket-page.ts'
import type { TicketImage, TicketPage } from '#server/printing/ticket.ts'
import { printedAt, sampleMatches, sampleOrder, sampleRecord } from '#testing/ticket-sample.ts'
import { createTicketDrawer } from './ticket-drawer.ts'

// `DRAW_GOLDEN=1 npm exec -c 'vitest run src/server/node/printing/golden.test.ts'` writes the images anew.
const isWriting = process.env['DRAW_GOLDEN'] !== undefined
const folder = new URL('golden/', import.meta.url)
mkdirSync(folder, { recursive: true })

const drawer = createTicketDrawer(systemClock)
afterAll(() => drawer.close())

const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) } })

interface Golden {
  readonly what: PrintJob['what']
  readonly languages: readonly TicketLanguage[]
  readonly paper: PaperWidth
  readonly job?: Partial<Pick<PrintJob, 'bag' | 'bags' | 'sheet' | 'sheets' | 'copy' | 'standsInFor'>>
}

const papers = [58, 80] as const
const all: readonly Golden[] = [
  ...(['en', 'ar', 'fr'] as const).flatMap((language) =>
    papers.map((paper): Golden => ({ what: 'full', languages: [language], paper })),
  ),
  { what: 'full', languages: ['en', 'ar'], paper: 80, job: { copy: 2, bag: 2, bags: 3, standsInFor: 'KITCHEN' } },
  { what: 'kitchen', languages: ['en'], paper: 80 },
  { what: 'kitchen', languages: ['ar', 'fr'], paper: 58, job: { copy: 2, standsInFor: 'المطبخ' } },
  { what: 'bag', languages: ['fr'], paper: 58, job: { bag: 1, bags: 2 } },
  { what: 'bag', languages: ['ar'], paper: 80, job: { bag: 1, bags: 2 } },
  { what: 'test', languages: ['en', 'ar'], paper: 58 },
]

const nameOf = ({ what, languages, paper }: Golden) => `${what}-${languages.join('-')}-${paper}`

function pageOf({ what, languages, job }: Golden): TicketPage {
  if (what === 'test') return testPage({ name: 'Counter printer', languages }, printedAt)
  return ticketPage({
    record: sampleRecord(),
    job: { what, bag: 1, bags: 1, sheet: 1, sheets: 1, copy: 1, standsInFor: null, ...job },
    printer: { languages, categoryIds: null, coveredIds: null },
    matches: sampleMatches,
    mode: 'practice',
    printedAt,
  })
}

test.each(all.map((golden) => [nameOf(golden), golden] as const))('draws %s as before', async (name, golden) => {
  vi.stubEnv('TZ', 'Asia/Baghdad')
  const image = await drawer.draw(pageOf(golden), dotsOf[golden.paper])
  const file = new URL(`${name}.png`, folder)
  if (isWriting) writeFileSync(file, image.png)
  const before = await readPng(readFileSync(file))
  expect([image.width, image.height]).toEqual([before.width, before.height])
  // Fonts and library are pinned, but processors round the edges of letters differently: a dot in a thousand.
  expect(differences(dotsIn(image), before.dots)).toBeLessThan(before.dots.length / 1000)
  expect(blackInColumns(image, [0, 1, image.width - 2, image.width - 1])).toBe(0)
  expect(await readCodes(image)).toEqual(codesOn(golden))
})

function codesOn({ what }: Golden) {
  if (what === 'kitchen') return {}
  const isTest = what === 'test'
  return { Code128: isTest ? 'TEST-1234' : 'A-1042', QRCode: isTest ? 'TEST-1234' : sampleOrder.id }
}

/** What a scanner reads on the paper. */
async function readCodes({ png }: TicketImage) {
  const found = await readBarcodes(png, { formats: ['Code128', 'QRCode'], tryHarder: true })
  return Object.fromEntries(found.map(({ format, text }) => [format, text]))
}

test.each(papers)('draws nothing outside a roll of %i mm, whatever the texts are', async (paper) => {
  const text = fc.string({
    unit: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('W', ' ', 'ش', '\n')),
    maxLength: 60,
  })
  const block = fc.oneof(
    fc.record({ is: fc.constant('mark' as const), text }),
    fc.record({ is: fc.constant('fact' as const), name: text, value: text, isLarge: fc.boolean() }),
    fc.record({
      is: fc.constant('line' as const),
      quantity: text,
      names: fc.array(text, { maxLength: 2 }),
      codes: text,
      notes: fc.array(fc.record({ text, depth: fc.nat(4) }), { maxLength: 3 }),
    }),
    fc.record({
      is: fc.constant('text' as const),
      text,
      size: fc.constantFrom('huge' as const, 'large' as const, 'normal' as const, 'small' as const),
      isFramed: fc.boolean(),
      isCentered: fc.boolean(),
    }),
  )
  const page = fc.record({ direction: fc.constantFrom('ltr' as const, 'rtl' as const), blocks: fc.array(block) })
  await fc.assert(
    fc.asyncProperty(page, async (drawn) => {
      const image = await drawer.draw(drawn, dotsOf[paper])
      expect(blackInColumns(image, [0, image.width - 1])).toBe(0)
    }),
    { numRuns: 40 },
  )
})

test('tells the same by its dots as by its PNG', async () => {
  const image = await drawer.draw(pageOf({ what: 'bag', languages: ['en'], paper: 58 }), dotsOf[58])
  const { width, height, dots } = await readPng(image.png)
  expect([width, height]).toEqual([image.width, image.height])
  expect(differences(dots, dotsIn(image))).toBe(0)
})

/** The dots of a picture, one in a byte: 1 is black. */
async function readPng(png: Uint8Array) {
  const picture = await loadImage(png)
  const { width, height } = picture
  const on = createCanvas(width, height).getContext('2d')
  on.drawImage(picture, 0, 0)
  const { data } = on.getImageData(0, 0, width, height)
  return { width, height, dots: new Uint8Array(width * height).map((_, dot) => (data[4 * dot] === 0 ? 1 : 0)) }
}

const dotsIn = ({ width, height, bits }: TicketImage) =>
  new Uint8Array(width * height).map((_, dot) => ((bits[dot >> 3] ?? 0) >> (7 - (dot & 7))) & 1)

const differences = (one: Uint8Array, other: Uint8Array): number => one.filter((dot, at) => dot !== other[at]).length

const blackInColumns = (image: TicketImage, columns: readonly number[]): number =>
  dotsIn(image).filter((dot, at) => dot === 1 && columns.includes(at % image.width)).length
