import type { Context, Handler } from 'hono'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import type { PrinterRecord, PrintJob } from '#domain/print-job.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import { answerText, HttpError } from '#server/http/http-error.ts'
import { readBody, type At, type Guarded } from '#server/http/guard.ts'
import type { PollPrinters } from './poll-printers.ts'
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

const problemOfCode: Readonly<Record<string, PrintProblem>> = {
  EPTR_REC_EMPTY: 'paper_out',
  EPTR_COVER_OPEN: 'cover_open',
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
    const job = await printers.jobNamed(printer, /<printjobid>\s*([\w.-]{1,30})\s*<\/printjobid>/.exec(file)?.[1])
    const response = /<response\b[^<>]{0,500}>/.exec(file)?.[0]
    if (!job || response === undefined) return
    const isPrinted = /\bsuccess\s*=\s*"(?:true|1)"/.test(response)
    const code = attribute(response, 'code') ?? ''
    await printers.end(printer, job, isPrinted ? undefined : (problemOfCode[code] ?? 'refused'))
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

const chunk = 0x8000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return btoa(text)
}

function requestOf(job: PrintJob, { width, height, bits: dots }: TicketImage, opensDrawer: boolean): string {
  const pulse = opensDrawer ? '<pulse drawer="drawer_1" time="pulse_100"/>' : ''
  const image = `<image width="${width}" height="${height}" color="color_1" mode="mono">${base64(dots)}</image>`
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>',
    `<devid>${deviceName}</devid><timeout>${timeLimitMs}</timeout><printjobid>${job.id}</printjobid>`,
    '</Parameter><PrintData>',
    '<epos-print xmlns="http://www.epson-pos.com/schemas/2011/03/epos-print">',
    `${pulse}${image}<cut type="feed"/></epos-print>`,
    '</PrintData></ePOSPrint></PrintRequestInfo>',
  ].join('')
}
