import { expect, test } from 'vitest'
import { readEvents } from './sse-reader.ts'

type ParsedNotification = readonly [name: string, data: string][]

async function read(chunks: readonly Uint8Array[]): Promise<ParsedNotification> {
  const heard: [string, string][] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  await readEvents(body, new AbortController().signal, (name, data) => heard.push([name, data]))
  return heard
}

const bytes = (text: string) => new TextEncoder().encode(text)
const readText = (text: string) => read([bytes(text)])

test('reads an event with its name and data', async () => {
  expect(await readText('event: order\ndata: {"order_id":"7"}\n\n')).toEqual([['order', '{"order_id":"7"}']])
})

test('names an unnamed event message and drops one without data', async () => {
  expect(await readText('data: x\n\nevent: hb\n\nevent: empty\ndata\n\n')).toEqual([
    ['message', 'x'],
    ['empty', ''],
  ])
})

test('joins data lines and strips only one space after the colon', async () => {
  expect(await readText('data: one\ndata:two\ndata:  a: b\n\n')).toEqual([['message', 'one\ntwo\n a: b']])
})

test('ignores comments and unknown fields', async () => {
  expect(await readText(': ping\n\nid: 4\nretry: 5\n: x\nevent: hb\ndata: 1\n\n:\n\n')).toEqual([['hb', '1']])
})

test('accepts a byte order mark and extra blank lines', async () => {
  expect(await readText('\uFEFFevent: hb\ndata: 1\n\n\n\n\ndata: 2\n\n')).toEqual([
    ['hb', '1'],
    ['message', '2'],
  ])
})

test('does not split lines at U+2028', async () => {
  expect(await readText('data: a\u2028b\n\n')).toEqual([['message', 'a\u2028b']])
})

test('drops an incomplete event at the end', async () => {
  expect(await readText('data: 1\n\nevent: order\ndata: {"order_')).toEqual([['message', '1']])
  expect(await readText('data: 1\n\nevent: order\ndata: {}\n')).toEqual([['message', '1']])
})

for (const [called, lineEnd] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const) {
  test(`reads lines that end in ${called} across any chunk boundary, even within a character`, async () => {
    const whole = bytes(['event: order', 'data: {"name":"سارة 🧀"}', '', ': ping', 'data: 2', '', ''].join(lineEnd))
    const expected = [
      ['order', '{"name":"سارة 🧀"}'],
      ['message', '2'],
    ]
    for (let cut = 0; cut <= whole.length; cut += 1) {
      expect(await read([whole.slice(0, cut), whole.slice(cut)]), `cut at ${cut}`).toEqual(expected)
    }
    expect(await read([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(expected)
  })
}

test('reads a line that ends in CR once the next byte has arrived', async () => {
  expect(await readText('data: 1\r\rdata: 2\r\r: ping')).toEqual([
    ['message', '1'],
    ['message', '2'],
  ])
})

test('rejects with the error of the stream or of the listener', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('reset')) })
  await expect(readEvents(broken, new AbortController().signal, () => undefined)).rejects.toThrow('reset')
  const body = new Response('data: 1\n\n').body ?? broken
  const throwing = readEvents(body, new AbortController().signal, () => {
    throw new Error('no')
  })
  await expect(throwing).rejects.toThrow('no')
})

test('ends a hanging read and releases the stream when the signal aborts', async () => {
  let isLetGo = false
  const hanging = new ReadableStream<Uint8Array>({ cancel: () => void (isLetGo = true) })
  const stop = new AbortController()
  const reading = readEvents(hanging, stop.signal, () => undefined)
  stop.abort()
  await reading
  expect(isLetGo).toBe(true)
})

test('delivers nothing after the signal has aborted, also if it aborted before the start', async () => {
  await readEvents(new ReadableStream(), AbortSignal.abort(), () => undefined)
  const stop = new AbortController()
  const heard: string[] = []
  const body = new Response('data: 1\n\ndata: 2\n\n').body ?? new ReadableStream()
  await readEvents(body, stop.signal, (_name, data) => {
    heard.push(data)
    stop.abort()
  })
  expect(heard).toEqual(['1'])
})
