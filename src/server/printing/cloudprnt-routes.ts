import type { Context, Handler } from 'hono'
import type { PrinterCondition, PrintProblem } from '#contract/desk/printers.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { queryOf, readBody, type At, type Guarded } from '#server/http/guard.ts'
import type { PollPrinters } from './poll-printers.ts'

// Star CloudPRNT, as Star's "CloudPRNT Protocol Guide" describes it: the printer posts its status every few seconds,
// fetches the job that it is offered, and deletes it with a result.

/** What a status code of a printer says: 2xx is well, 4xx is out of order. */
function conditionOf(code: number): PrinterCondition {
  if (code === 211) return 'paper_low'
  if (code === 0 || (code >= 200 && code < 300)) return 'ready'
  if (code === 410) return 'paper_out'
  return code === 420 ? 'cover_open' : 'error'
}

/** Why a printer has not printed a job; undefined if it has. */
function problemOf(code: number): PrintProblem | undefined {
  if (code >= 200 && code < 300) return undefined
  if (code === 410) return 'paper_out'
  if (code === 420) return 'cover_open'
  return 'refused'
}

/** The number at the start of `200 OK`, which comes encoded for an address; 0 if there is none. */
function codeIn(text: unknown): number {
  const [digits = '0'] = typeof text === 'string' ? (/^\d{3}/.exec(text) ?? []) : []
  return Number(digits)
}

/** @throws {HttpError} */
function readStatus(text: string): Readonly<Record<string, unknown>> {
  try {
    const status = parseJson(text)
    if (isRecord(status)) return status
  } catch {
    // Refused below, with our own message.
  }
  throw new HttpError(400, 'bad_json', 'The status is not a JSON object.')
}

const canPrint: readonly PrinterCondition[] = ['ready', 'paper_low']

export function cloudprntRoutes(at: At, printers: PollPrinters): void {
  const printerAt = (c: Context<Guarded>) =>
    printers.printerWith(c.req.param('key') ?? '', 'cloudprnt', senderOf(c).peer)

  const poll: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const said = readStatus(await readBody(c.req.raw))
    const condition = conditionOf(codeIn(said['statusCode']))
    await printers.note(printer, condition)
    // A job that it is printing has not ended.
    const job = said['printingInProgress'] === true ? undefined : await printers.offer(printer)
    if (!job || !canPrint.includes(condition)) return answer(200, { jobReady: false })
    return answer(200, { jobReady: true, mediaTypes: ['image/png'], jobToken: job.id, deleteMethod: 'DELETE' })
  }

  const fetchJob: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const job = await printers.jobNamed(printer, queryOf(c).get('token') ?? undefined)
    const image = job && (await printers.take(printer, job))
    if (!image) throw new HttpError(404, 'not_found', 'There is no such job.')
    return new Response(image.png, {
      headers: {
        'Content-Type': 'image/png',
        'Cache-Control': 'no-store',
        'X-Star-Cut': 'partial; feed=true',
        // It is black and white already.
        'X-Star-ImageDitherPattern': 'none',
        ...(printer.opensDrawer && job?.what === 'full' && { 'X-Star-CashDrawer': 'start' }),
      },
    })
  }

  const endJob: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const query = queryOf(c)
    const job = await printers.jobNamed(printer, query.get('token') ?? undefined)
    if (job) await printers.end(printer, job, problemOf(codeIn(query.get('code') ?? '')))
    return answer(200, {})
  }

  at('/print/cloudprnt/:key', { POST: [poll], GET: [fetchJob], DELETE: [endJob] })
}
