import { expect, test } from 'vitest'
import type { Printer, PrinterKind, PrintJob } from '#contract/desk/printers.ts'
import { createTestClock } from '#testing/clock.ts'
import { createTestDesk, testOrigin } from '#testing/desk.ts'
import { createTestPrinting, kitchenPrinter } from '#testing/printing.ts'

const second = 1000

async function openShop(kind: PrinterKind) {
  const clock = createTestClock()
  const desk = createTestDesk({ clock, printing: createTestPrinting(clock).outside })
  await desk.open()
  const { address: _address, ...settings } = kitchenPrinter
  const added = await desk.post('/api/desk/printers', { ...settings, kind, opens_drawer: true })
  const { data: printer } = (await added.json()) as { data: Printer & { poll_url: string } } // As in the contract.
  const { pathname } = new URL(printer.poll_url)
  /** A printer has no cookie, and knows the desk by any name. */
  const ask = (init: RequestInit & { query?: string }) =>
    desk.proxy.fetch(new Request(`${testOrigin}${pathname}${init.query ?? ''}`, init))
  const jobs = async () => ((await (await desk.ask('/api/desk/print-jobs')).json()) as { data: PrintJob[] }).data
  const printerNow = async () => ((await (await desk.ask('/api/desk/printers')).json()) as { data: Printer[] }).data[0]
  async function acceptOrder() {
    const order = await desk.order()
    await desk.during(2 * second, desk.act(order.id, 'accept'))
    return order
  }
  return { desk, clock, printer, pathname, ask, jobs, printerNow, acceptOrder }
}

interface Offer {
  readonly jobReady: boolean
  readonly jobToken?: string
}

/** A CloudPRNT printer, by Star's guide. */
function starPrinter({ ask }: Pick<Awaited<ReturnType<typeof openShop>>, 'ask'>) {
  const poll = async (statusCode = '200%20OK', more: object = {}): Promise<Offer> => {
    const body = JSON.stringify({ status: '23 6 0 0 0 0 0 0 0', printerMAC: '00:11:62:00:00:01', statusCode, ...more })
    const answer = await ask({ method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Offer // As in Star's guide.
  }
  const fetchJob = (token = '') => ask({ method: 'GET', query: `?type=image/png&token=${token}` })
  const endJob = (token = '', code = '200%20OK') => ask({ method: 'DELETE', query: `?code=${code}&token=${token}` })
  return { poll, fetchJob, endJob }
}

test('offers, sends and ends a job by CloudPRNT', async () => {
  const shop = await openShop('cloudprnt')
  const { poll, fetchJob, endJob } = starPrinter(shop)
  expect(await poll()).toEqual({ jobReady: false })
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'ready' } })
  const { printNumber } = await shop.acceptOrder()
  const offer = await poll()
  expect(offer).toMatchObject({ jobReady: true, mediaTypes: ['image/png'], deleteMethod: 'DELETE' })
  // Offered again until it is fetched: the answer may have been lost.
  expect(await poll()).toEqual(offer)
  const ticket = await fetchJob(offer.jobToken)
  expect(ticket.headers.get('Content-Type')).toBe('image/png')
  expect(ticket.headers.get('X-Star-Cut')).toBe('partial; feed=true')
  expect(await ticket.text()).toContain(printNumber)
  expect(await shop.jobs()).toMatchObject([{ state: 'sending' }])
  expect(await poll('200%20OK', { printingInProgress: true })).toEqual({ jobReady: false })
  expect((await endJob(offer.jobToken)).status).toBe(200)
  expect((await endJob(offer.jobToken)).status).toBe(200)
  expect(await shop.jobs()).toMatchObject([{ state: 'printed', problem: null }])
  expect(await poll()).toEqual({ jobReady: false })
  expect((await fetchJob(offer.jobToken)).status).toBe(404)
})

test('tries again what a CloudPRNT printer has not printed, once it can', async () => {
  const shop = await openShop('cloudprnt')
  const { poll, fetchJob, endJob } = starPrinter(shop)
  await shop.acceptOrder()
  const { jobToken } = await poll()
  await fetchJob(jobToken)
  await endJob(jobToken, '410')
  expect(await shop.jobs()).toMatchObject([{ state: 'queued', problem: 'paper_out' }])
  await shop.clock.advance(5 * second)
  expect(await poll('410%20Paper%20Out')).toEqual({ jobReady: false })
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'paper_out' } })
  const again = await poll()
  expect(again).toMatchObject({ jobReady: true })
  await fetchJob(again.jobToken)
  // A late answer to the first try changes nothing.
  await endJob(jobToken, '410')
  expect(await shop.jobs()).toMatchObject([{ state: 'sending' }])
  await endJob(again.jobToken, 'OK')
  expect(await shop.jobs()).toMatchObject([{ state: 'printed', is_reprint: false }])
})

test('does not know about a job that a CloudPRNT printer fetched and never ended', async () => {
  const shop = await openShop('cloudprnt')
  const { poll, fetchJob, endJob } = starPrinter(shop)
  await shop.acceptOrder()
  const { jobToken } = await poll()
  await fetchJob(jobToken)
  expect(await poll()).toEqual({ jobReady: false })
  expect(await shop.jobs()).toMatchObject([{ state: 'unknown', problem: 'interrupted' }])
  // A late result still counts.
  await endJob(jobToken)
  expect(await shop.jobs()).toMatchObject([{ state: 'printed' }])
})

test('shows a CloudPRNT printer that has not asked for 30 s', async () => {
  const shop = await openShop('cloudprnt')
  const { poll } = starPrinter(shop)
  await poll()
  await shop.clock.advance(29 * second)
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'ready' } })
  await shop.clock.advance(11 * second)
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'unreachable', since: '2026-11-20T12:00:00.000Z' } })
  expect(await shop.desk.alarms()).toMatchObject([{ code: 'printer_unreachable', about: ['Kitchen'] }])
  await poll()
  await shop.clock.advance(6 * second)
  expect(await shop.desk.alarms()).toEqual([])
})

test.each([
  ['200%20OK', 'printed', null],
  ['OK', 'printed', null],
  ['211', 'printed', null],
  ['420', 'queued', 'cover_open'],
  ['511', 'queued', 'refused'],
  ['520', 'unknown', 'refused'],
  ['411', 'unknown', 'refused'],
  ['', 'unknown', 'refused'],
] as const)('takes the result %j of a CloudPRNT printer for %s', async (code, state, problem) => {
  const shop = await openShop('cloudprnt')
  const { poll, fetchJob, endJob } = starPrinter(shop)
  await shop.acceptOrder()
  const { jobToken } = await poll()
  await fetchJob(jobToken)
  await endJob(jobToken, code)
  expect(await shop.jobs()).toMatchObject([{ state, problem }])
})

test('serves older and newer CloudPRNT printers: without token, with a question, with their settings file', async () => {
  const shop = await openShop('cloudprnt')
  const { poll } = starPrinter(shop)
  const { printNumber } = await shop.acceptOrder()
  const { jobToken } = await poll()
  expect((await shop.ask({ method: 'HEAD', query: `?token=${jobToken}` })).status).toBe(200)
  expect(await shop.jobs()).toMatchObject([{ state: 'queued' }])
  expect((await shop.ask({ method: 'GET', query: `?type=text/plain&token=${jobToken}` })).status).toBe(415)
  expect(await (await shop.ask({ method: 'GET', query: '?type=image/png' })).text()).toContain(printNumber)
  await shop.ask({ method: 'DELETE', query: '?code=200' })
  expect(await shop.jobs()).toMatchObject([{ state: 'printed' }])
  const settings = `${shop.pathname.replace(/[^/]*$/, '')}cloudprnt-setting.json?replaced_path=key`
  for (let start = 0; start < 30; start += 1)
    expect((await shop.desk.proxy.fetch(new Request(testOrigin + settings))).status).toBe(404)
})

test('gives up after half an hour what a printer that is switched off has not fetched', async () => {
  const shop = await openShop('cloudprnt')
  const { poll } = starPrinter(shop)
  await poll()
  await shop.acceptOrder()
  await shop.clock.advance(31 * 60 * second)
  expect(await shop.desk.store.latestPrintJobs(9)).toMatchObject([{ state: 'failed', problem: 'too_late' }])
  expect(await poll()).toEqual({ jobReady: false })
})

/** An Epson printer with Server Direct Print, by Epson's manual. */
function epsonPrinter({ ask }: Pick<Awaited<ReturnType<typeof openShop>>, 'ask'>) {
  const send = async (fields: Readonly<Record<string, string>>) => {
    const answer = await ask({ method: 'POST', body: new URLSearchParams({ ID: 'epson', Name: 'TM-m30', ...fields }) })
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/xml; charset=utf-8'])
    return answer.text()
  }
  const poll = () => send({ ConnectionType: 'GetRequest' })
  const say = (jobId: string, response: string) => {
    const head = `<Parameter><devid>local_printer</devid><printjobid>${jobId}</printjobid></Parameter>`
    const file = `<?xml version="1.0"?><PrintResponseInfo Version="2.00"><ePOSPrint>${head}<PrintResponse><response ${response} xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print"/></PrintResponse></ePOSPrint></PrintResponseInfo>`
    return send({ ConnectionType: 'SetResponse', ResponseFile: file })
  }
  const sayStatus = (asb: string) =>
    send({
      ConnectionType: 'SetStatus',
      Status: `<statusmonitor Version="1.00"><printerstatus printer="local_printer" asbstatus="${asb}"/></statusmonitor>`,
    })
  return { poll, say, sayStatus }
}

const idIn = (xml: string) => /<printjobid>(.*)<\/printjobid>/.exec(xml)?.[1] ?? ''

test('sends a job by Server Direct Print, and learns how it ended', async () => {
  const shop = await openShop('epson')
  const { poll, say } = epsonPrinter(shop)
  expect(await poll()).toBe('')
  const { printNumber } = await shop.acceptOrder()
  const request = await poll()
  const [, width, dots = ''] = /<image width="(\d+)" .*>(.*)<\/image>/.exec(request) ?? []
  expect(width).toBe('8')
  expect(atob(dots)).toContain(printNumber)
  expect(request).toContain('<cut type="feed"/>')
  expect(await shop.jobs()).toMatchObject([{ state: 'sending' }])
  await say(idIn(request), 'success="true" code="" status="251658262" battery="0"')
  expect(await shop.jobs()).toMatchObject([{ state: 'printed' }])
  expect(await poll()).toBe('')
})

test('tries again what an Epson printer has refused, and shows why', async () => {
  const shop = await openShop('epson')
  const { poll, say, sayStatus } = epsonPrinter(shop)
  await shop.acceptOrder()
  await say(idIn(await poll()), 'success="false" code="EPTR_REC_EMPTY" status="252182548"')
  expect(await shop.jobs()).toMatchObject([{ state: 'queued', problem: 'paper_out' }])
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'paper_out' } })
  await sayStatus('0x0F000034')
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'cover_open' } })
  await sayStatus('0x0F000014')
  expect(await shop.printerNow()).toMatchObject({ state: { is: 'ready' } })
  await shop.clock.advance(5 * second)
  await say(idIn(await poll()), 'success="true" code="" status="251658262"')
  expect(await shop.jobs()).toMatchObject([{ state: 'printed', is_reprint: false }])
})

test.each([
  ['success="false" code="EPTR_COVER_OPEN" status="1"', 'queued', 'cover_open'],
  ['success="false" code="SchemaError" status="1"', 'queued', 'refused'],
  ['success="false" code="EPTR_CUTTER" status="1"', 'unknown', 'refused'],
  ['success="false" code="EX_TIMEOUT" status="1"', 'unknown', 'refused'],
  ['Success="false"', 'queued', 'refused'],
] as const)('takes the response %s of an Epson printer for %s', async (response, state, problem) => {
  const shop = await openShop('epson')
  const { poll, say } = epsonPrinter(shop)
  await shop.acceptOrder()
  await say(idIn(await poll()), response)
  expect(await shop.jobs()).toMatchObject([{ state, problem }])
})

test('does not know about a job whose result an Epson printer never sent', async () => {
  const shop = await openShop('epson')
  const { poll } = epsonPrinter(shop)
  await shop.acceptOrder()
  expect(await poll()).not.toBe('')
  expect(await poll()).toBe('')
  expect(await shop.jobs()).toMatchObject([{ state: 'unknown', problem: 'interrupted' }])
})

test.each(['cloudprnt', 'epson'] as const)(
  'lets nobody in without the key of a %s printer, and counts wrong ones',
  async (kind) => {
    const { desk, pathname } = await openShop(kind)
    const body = kind === 'epson' ? new URLSearchParams({ ConnectionType: 'GetRequest' }) : '{}'
    const statusAt = async (path: string) =>
      (await desk.proxy.fetch(new Request(testOrigin + path, { method: 'POST', body }))).status
    expect(await statusAt(pathname)).toBe(200)
    const other = kind === 'epson' ? 'cloudprnt' : 'epson'
    expect(await statusAt(pathname.replace(kind, other))).toBe(401)
    for (let wrong = 1; wrong < 20; wrong += 1) expect(await statusAt(`${pathname.slice(0, -1)}${wrong}`)).toBe(401)
    expect(await statusAt(`${pathname}x`)).toBe(429)
    // The printer itself goes on.
    expect(await statusAt(pathname)).toBe(200)
  },
)

test.each([
  ['cloudprnt', 'no json', 400],
  ['cloudprnt', '[]', 400],
  ['cloudprnt', '{"statusCode":5}', 200],
  ['epson', 'ConnectionType=Other', 400],
  ['epson', '', 400],
  ['epson', 'ConnectionType=SetResponse&ResponseFile=<response', 200],
  ['epson', 'ConnectionType=SetStatus', 200],
  ['epson', `ConnectionType=SetResponse&ResponseFile=${'<'.repeat(60_000)}`, 200],
  ['epson', 'x'.repeat(70_000), 413],
] as const)('answers a %s printer that sends %.40s with %i', async (kind, body, status) => {
  const { ask } = await openShop(kind)
  expect((await ask({ method: 'POST', body })).status).toBe(status)
})

test('keeps the key of a printer nowhere', async () => {
  const { desk, pathname, printer } = await openShop('epson')
  const key = pathname.split('/').at(-1) ?? ''
  expect(key).toMatch(/^[\w-]{22}$/)
  const answers = [await desk.ask('/api/desk/printers'), await desk.ask('/api/desk/log')]
  for (const answer of answers) expect(await answer.text()).not.toContain(key)
  expect(JSON.stringify([await desk.store.printers(), desk.logged])).not.toContain(key)
  const changed = await desk.post(`/api/desk/printers/${printer.id}`, { name: 'Bar' }, 'PATCH')
  expect(await changed.text()).not.toContain(key)
})
