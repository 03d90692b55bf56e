import type { Context, Handler } from 'hono'
import type { PrinterCondition } from '#contract/desk/printers.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import { answerText, HttpError } from '#server/http/http-error.ts'
import { readBody, type At, type Guarded } from '#server/http/guard.ts'
import { toBase64 } from '#server/runtime/base64.ts'
import { tokenOf, type PollPrinters, type PrintResult } from './poll-printers.ts'
import type { TicketImage } from './ticket.ts'

// Epson Server Direct Print, as Epson's "Server Direct Print User's Manual" describes it: the printer posts a form every
// few seconds, gets a job in ePOS-Print XML or nothing, and posts what became of it.

const deviceName = 'local_printer'
/** How long the printer may take over a job, in milliseconds. */
const timeLimitMs = 60_000

/** Bits of `status` and `asbstatus`. */
const bits = { noResponse: 0x1, offline: 0x8, coverOpen: 0x20, error: 0x6c00, paperLow: 0x2_0000, paperOut: 0x8_0000 }

function conditionOf(status: number): PrinterCondition {
  if (status & bits.coverOpen) return 'cover_open'
  if (status & bits.paperOut) return 'paper_out'
  if (status & (bits.error | bits.offline | bits.noResponse)) return 'error'
  return status & bits.paperLow ? 'paper_low' : 'ready'
}

/** Codes of jobs that a printer did not begin to print. */
const notBegun = [
  'SchemaError',
  'DeviceNotFound',
  'PrintSystemError',
  'EX_BADPORT',
  'EX_SPOOLER',
  'TooManyRequests',
  'RequestEntityTooLarge',
]

/** What a printer says of a job by the code of a failure; without one it refused the request as a whole. */
function resultOf(code: string | undefined): PrintResult {
  // It stops in front of the ticket; one that it has begun stays half a ticket.
  if (code === 'EPTR_REC_EMPTY') return { is: 'refused', problem: 'paper_out' }
  if (code === 'EPTR_COVER_OPEN') return { is: 'refused', problem: 'cover_open' }
  return { is: code === undefined || notBegun.includes(code) ? 'refused' : 'unknown', problem: 'refused' }
}

export function epsonRoutes(at: At, printers: PollPrinters): void {
  /** @returns undefined if there is nothing to print. */
  async function nextJob(printer: PrinterRecord): Promise<string | undefined> {
    // It does not say how it is. What was wrong stays so until a result or a status says otherwise.
    const { is } = printer.state
    await printers.note(printer, is === 'unknown' || is === 'unreachable' ? 'ready' : is)
    const job = await printers.offer(printer)
    const image = job && (await printers.take(printer, job))
    return image && requestOf(job, image, printer.opensDrawer && job.what === 'full')
  }

  async function noteResult(printer: PrinterRecord, file: string): Promise<void> {
    const token = /<printjobid>\s*([\w.-]{1,30})\s*<\/printjobid>/.exec(file)?.[1]
    const response = /<response\b[^<>]{0,500}>/i.exec(file)?.[0]
    const named = response === undefined ? undefined : await printers.jobNamed(printer, token)
    if (!named || response === undefined) return
    const isPrinted = /\bsuccess\s*=\s*"(?:true|1)"/i.test(response)
    await printers.end(printer, named, isPrinted ? { is: 'printed' } : resultOf(attribute(response, 'code')))
    const status = Number(attribute(response, 'status') ?? Number.NaN)
    if (isPrinted) await printers.note(printer, status & bits.paperLow ? 'paper_low' : 'ready')
    else if (Number.isSafeInteger(status)) await printers.note(printer, conditionOf(status))
  }

  async function noteStatus(printer: PrinterRecord, file: string): Promise<void> {
    const status = Number(attribute(file, 'asbstatus') ?? Number.NaN)
    if (Number.isSafeInteger(status)) await printers.note(printer, conditionOf(status))
  }

  const receive: Handler<Guarded> = async (c: Context<Guarded>) => {
    const printer = await printers.printerWith(c.req.param('key') ?? '', 'epson', senderOf(c).peer)
    const form = new URLSearchParams(await readBody(c.req.raw))
    switch (form.get('ConnectionType')) {
      case 'GetRequest':
        return xml((await nextJob(printer)) ?? '')
      case 'SetResponse':
        await noteResult(printer, form.get('ResponseFile') ?? '')
        return xml('')
      case 'SetStatus':
        await noteStatus(printer, form.get('Status') ?? '')
        return xml('')
      default:
        throw new HttpError(400, 'bad_request', 'A printer sends GetRequest, SetResponse or SetStatus.')
    }
  }

  at('/print/epson/:key', { POST: [receive] })
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(String.raw`\b${name}\s*=\s*"([^"<>]{0,60})"`).exec(tag)?.[1]

const xml = (text: string): Response => answerText(200, text, { 'Content-Type': 'text/xml; charset=utf-8' })

function requestOf(job: PrintJob, { width, height, bits: dots }: TicketImage, opensDrawer: boolean): string {
  const pulse = opensDrawer ? '<pulse drawer="drawer_1" time="pulse_100"/>' : ''
  const image = `<image width="${width}" height="${height}" color="color_1" mode="mono">${toBase64(dots)}</image>`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>',
    `<devid>${deviceName}</devid><timeout>${timeLimitMs}</timeout><printjobid>${tokenOf(job)}</printjobid>`,
    '</Parameter><PrintData>',
    '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">',
    `${pulse}${image}<cut type="feed"/></epos-print>`,
    '</PrintData></ePOSPrint></PrintRequestInfo>',
  ].join('')
}
