import type { Context, Handler } from 'hono'
import type { PrinterCondition } from '#contract/desk/printers.ts'
import { isRecord, parseJson } from '#contract/json.ts'
import { senderOf } from '#server/auth/require-sign-in.ts'
import { answer, HttpError } from '#server/http/http-error.ts'
import { queryOf, readBody, type At, type Guarded } from '#server/http/guard.ts'
import { tokenOf, type PollPrinters, type PrintResult } from './poll-printers.ts'

// Star CloudPRNT, as Star's "CloudPRNT Protocol Guide" describes it: the printer posts its status every few seconds,
// fetches the job that it is offered, and deletes it with a result.

/** What a status code of a printer says: 2xx is well, 4xx is out of order. */
function conditionOf(code: number): PrinterCondition {
  if (code === 211) return 'paper_low'
  if (code === 0 || (code >= 200 && code < 300)) return 'ready'
  if (code === 410) return 'paper_out'
  return code === 420 ? 'cover_open' : 'error'
}

/** Codes of jobs that a printer did not begin to print: of another kind, not to be decoded, too large. */
const notBegun = [510, 511, 512, 521]

/** What a printer says of a job: a success is `OK`, `200 OK` or another 2xx. */
function resultOf(text: string): PrintResult {
  const code = codeIn(text)
  if (/^OK\b/i.test(text) || (code >= 200 && code < 300)) return { is: 'printed' }
  // It stops in front of the ticket; one that it has begun stays half a ticket.
  if (code === 410) return { is: 'refused', problem: 'paper_out' }
  if (code === 420) return { is: 'refused', problem: 'cover_open' }
  return { is: notBegun.includes(code) ? 'refused' : 'unknown', problem: 'refused' }
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

const mediaType = 'image/png'
const settingsFile = 'cloudprnt-setting.json'
const canPrint: readonly PrinterCondition[] = ['ready', 'paper_low']

export function cloudprntRoutes(at: At, printers: PollPrinters): void {
  function printerAt(c: Context<Guarded>) {
    const key = c.req.param('key') ?? ''
    // Newer printers first ask for settings in place of the key; without any they go on as usual.
    if (key === settingsFile) throw new HttpError(404, 'not_found', 'There are no settings.')
    return printers.printerWith(key, 'cloudprnt', senderOf(c).peer)
  }

  const poll: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const said = readStatus(await readBody(c.req.raw))
    const condition = conditionOf(codeIn(said['statusCode']))
    await printers.note(printer, condition)
    // A job that it is printing has not ended.
    const job = said['printingInProgress'] === true ? undefined : await printers.offer(printer)
    if (!job || !canPrint.includes(condition)) return answer(200, { jobReady: false })
    return answer(200, { jobReady: true, mediaTypes: [mediaType], jobToken: tokenOf(job), deleteMethod: 'DELETE' })
  }

  const fetchJob: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const query = queryOf(c)
    if ((query.get('type') ?? mediaType) !== mediaType)
      throw new HttpError(415, 'bad_request', `A job is ${mediaType} and nothing else.`)
    const named = await printers.jobNamed(printer, query.get('token') ?? undefined)
    // A question about the job does not take it.
    const isQuestion = c.req.raw.method === 'HEAD'
    const image = named && !isQuestion ? await printers.take(printer, named.job) : undefined
    if (!named || (!image && !isQuestion)) throw new HttpError(404, 'not_found', 'There is no such job.')
    return new Response(image?.png ?? null, {
      headers: {
        'Content-Type': mediaType,
        'Cache-Control': 'no-store',
        'X-Star-Cut': 'partial; feed=true',
        // It is black and white already.
        'X-Star-ImageDitherPattern': 'none',
        ...(printer.opensDrawer && named.job.what === 'full' && { 'X-Star-CashDrawer': 'start' }),
      },
    })
  }

  const endJob: Handler<Guarded> = async (c) => {
    const printer = await printerAt(c)
    const query = queryOf(c)
    const named = await printers.jobNamed(printer, query.get('token') ?? undefined)
    if (named) await printers.end(printer, named, resultOf(query.get('code') ?? ''))
    return answer(200, {})
  }

  at('/print/cloudprnt/:key', { POST: [poll], GET: [fetchJob], DELETE: [endJob] })
}
