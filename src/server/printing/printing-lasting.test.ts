import { expect, test } from 'vitest'
import { createMemoryStore } from '#server/storage/store-memory.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk } from '#testing/desk.ts'
import { createTestPrinting, kitchenPrinter } from '#testing/printing.ts'
import { createRandom } from '#testing/random.ts'

const second = 1000
const orders = 120
/** They play minutes of a busy shop, which takes a busy machine long. */
const limitMs = 120_000

test(
  'prints each accepted order once, or says that it does not know, through broken lines and crashes',
  async () => {
    const random = createRandom(45)
    const clock = createTestClock()
    const store = createMemoryStore()
    const printing = createTestPrinting(clock)
    let desk = createTestDesk({ clock, store, printing: printing.outside })
    await desk.open()
    await desk.post('/api/desk/printers', kitchenPrinter)
    await clock.advance(second)
    const numbers: string[] = []
    for (let order = 0; order < orders; order += 1) {
      printing.breakAfter(random() < 0.3 ? Math.floor(random() * 1500) : undefined)
      printing.isUp = random() > 0.1
      const { id, printNumber } = await desk.order()
      await desk.during(second, desk.act(id, 'accept'))
      numbers.push(printNumber)
      if (random() < 0.1) {
        const rest = desk.kill()
        await clock.advance(random() * 10 * second)
        desk = createTestDesk({ ...rest, printing: printing.outside })
        await desk.open()
      }
      await clock.advance(random() * 3 * second)
    }
    printing.breakAfter(undefined)
    printing.isUp = true
    await clock.advance(120 * second)

    const jobs = await store.latestPrintJobs(1000)
    const states = Map.groupBy(jobs, ({ state }) => state)
    expect([...states.keys()].toSorted()).toEqual(['printed', 'unknown'])
    const paper = printing.paper()
    for (const number of numbers) {
      const [job, ...others] = jobs.filter((each) => each.number === number)
      expect(others).toEqual([])
      const tickets = paper.filter((text) => text.includes(`"${number}"`)).length
      expect(job?.state === 'printed' ? tickets === 1 : tickets <= 1, `${number}: ${job?.state}, ${tickets}`).toBe(true)
    }
    // Chance must not have spared the hard cases.
    expect(states.get('unknown')?.length).toBeGreaterThan(10)
    expect(states.get('printed')?.length).toBeGreaterThan(60)
  },
  limitMs,
)

/** A printer that asks over a line that loses questions and answers, and what came out of it. */
function createAskingPrinter(kind: 'cloudprnt' | 'epson', random: () => number) {
  const paper: string[] = []
  let ask = async (_init: RequestInit & { readonly query?: string }): Promise<Response> => new Response()
  /** The answer; undefined if the line lost the question or the answer. */
  async function over(init: RequestInit & { readonly query?: string }): Promise<Response | undefined> {
    if (random() < 0.15) return undefined
    const answer = await ask(init)
    return random() < 0.15 ? undefined : answer
  }
  async function askCloudprnt(): Promise<void> {
    const offer = await over({ method: 'POST', body: '{"statusCode":"200%20OK"}' })
    const { jobToken } = ((await offer?.json()) ?? {}) as { readonly jobToken?: string } // As in Star's guide.
    if (jobToken === undefined) return
    const ticket = await over({ method: 'GET', query: `?token=${jobToken}` })
    if (ticket?.status !== 200) return
    paper.push(await ticket.text())
    await over({ method: 'DELETE', query: `?code=200%20OK&token=${jobToken}` })
  }
  async function askEpson(): Promise<void> {
    const request = await over({ method: 'POST', body: new URLSearchParams({ ConnectionType: 'GetRequest' }) })
    const [, jobId, dots = ''] =
      /<printjobid>(.*)<\/printjobid>.*<image [^>]*>(.*)<\/image>/.exec((await request?.text()) ?? '') ?? []
    if (jobId === undefined) return
    paper.push(atob(dots))
    const file = `<printjobid>${jobId}</printjobid><response success="true" code="" status="251658262"/>`
    await over({ method: 'POST', body: new URLSearchParams({ ConnectionType: 'SetResponse', ResponseFile: file }) })
  }
  return {
    paper: paper as readonly string[],
    connectTo: (to: typeof ask) => void (ask = to),
    ask: kind === 'epson' ? askEpson : askCloudprnt,
  }
}

test.each(['cloudprnt', 'epson'] as const)(
  'does so on a %s printer, too',
  async (kind) => {
    const random = createRandom(7)
    const clock = createTestClock()
    const store = createMemoryStore()
    let desk = createTestDesk({ clock, store })
    await desk.open()
    const added = await desk.post('/api/desk/printers', { ...kitchenPrinter, kind, address: undefined })
    const { data } = (await added.json()) as { readonly data: { readonly poll_url: string } } // As in the contract.
    const printer = createAskingPrinter(kind, random)
    printer.connectTo(({ query = '', ...init }) => desk.proxy.fetch(new Request(data.poll_url + query, init)))
    const numbers: string[] = []
    for (let order = 0; order < orders; order += 1) {
      const { id, printNumber } = await desk.order()
      await desk.during(second, desk.act(id, 'accept'))
      numbers.push(printNumber)
      if (random() < 0.1) {
        const rest = desk.kill()
        desk = createTestDesk(rest)
        await desk.open()
      }
      await printer.ask()
      await clock.advance(2 * second)
    }
    for (let more = 0; more < 500 && (await store.pendingPrintJobs()).length > 0; more += 1) {
      await printer.ask()
      await clock.advance(2 * second)
    }
    const jobs = await store.latestPrintJobs(1000)
    const states = Map.groupBy(jobs, ({ state }) => state)
    expect([...states.keys()].toSorted()).toEqual(['printed', 'unknown'])
    for (const number of numbers) {
      const [job, ...others] = jobs.filter((each) => each.number === number)
      expect(others).toEqual([])
      const tickets = printer.paper.filter((text) => text.includes(`"${number}"`)).length
      expect(job?.state === 'printed' ? tickets === 1 : tickets <= 1, `${number}: ${job?.state}, ${tickets}`).toBe(true)
    }
    expect(states.get('unknown')?.length).toBeGreaterThan(10)
    expect(states.get('printed')?.length).toBeGreaterThan(60)
  },
  limitMs,
)
