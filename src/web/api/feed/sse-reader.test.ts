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

test('an event has a name and data', async () => {
  expect(await readText('event: order\ndata: {"order_id":"7"}\n\n')).toEqual([['order', '{"order_id":"7"}']])
})

test('an event without a name is a message, and one without data is none', async () => {
  expect(await readText('data: x\n\nevent: hb\n\nevent: empty\ndata\n\n')).toEqual([
    ['message', 'x'],
    ['empty', ''],
  ])
})

test('several data lines are one text; only one space after the colon is left out', async () => {
  expect(await readText('data: one\ndata:two\ndata:  a: b\n\n')).toEqual([['message', 'one\ntwo\n a: b']])
})

test('comments and fields that are not ours are passed over', async () => {
  expect(await readText(': ping\n\nid: 4\nretry: 5\n: x\nevent: hb\ndata: 1\n\n:\n\n')).toEqual([['hb', '1']])
})

test('a mark of the byte order and more blank lines than needed do no harm', async () => {
  expect(await readText('\uFEFFevent: hb\ndata: 1\n\n\n\n\ndata: 2\n\n')).toEqual([
    ['hb', '1'],
    ['message', '2'],
  ])
})

test('a line separator of JavaScript is none of the feed', async () => {
  expect(await readText('data: a\u2028b\n\n')).toEqual([['message', 'a\u2028b']])
})

test('half an event at the end is dropped', async () => {
  expect(await readText('data: 1\n\nevent: order\ndata: {"order_')).toEqual([['message', '1']])
  expect(await readText('data: 1\n\nevent: order\ndata: {}\n')).toEqual([['message', '1']])
})

for (const [called, lineEnd] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const) {
  test(`lines that end in ${called} are read wherever they are cut, within a character too`, async () => {
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

test('lines that end in CR alone are read when the next byte has come', async () => {
  expect(await readText('data: 1\r\rdata: 2\r\r: ping')).toEqual([
    ['message', '1'],
    ['message', '2'],
  ])
})

test('a stream that breaks, and a listener that throws, end the reading with their error', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('reset')) })
  await expect(readEvents(broken, new AbortController().signal, () => undefined)).rejects.toThrow('reset')
  const body = new Response('data: 1\n\n').body ?? broken
  const throwing = readEvents(body, new AbortController().signal, () => {
    throw new Error('no')
  })
  await expect(throwing).rejects.toThrow('no')
})

test('a signal ends a read that hangs, and lets the stream go', async () => {
  let isLetGo = false
  const hanging = new ReadableStream<Uint8Array>({ cancel: () => void (isLetGo = true) })
  const stop = new AbortController()
  const reading = readEvents(hanging, stop.signal, () => undefined)
  stop.abort()
  await reading
  expect(isLetGo).toBe(true)
})

test('a signal that was there before is heard, and none is told of what came with its cause', async () => {
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
