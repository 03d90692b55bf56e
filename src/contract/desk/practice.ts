import * as z from 'zod/mini'
import { AnyNumber, Flag, NullableNumber, NullableText, Text, oneOf } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

// The practice store's controls. A live server does not have these addresses.

/** Kinds of practice orders: typical, with digital lines, or with a long and awkward basket. */
export const PracticeKind = oneOf(['ordinary', 'digital', 'large'])
export type PracticeKind = z.infer<typeof PracticeKind>

/** The connection between the server and the simulated vendor. */
export const PracticeLine = oneOf(['working', 'slow', 'cut'])
export type PracticeLine = z.infer<typeof PracticeLine>

const PracticeOrder = z.object({ id: Text, print_order_number: Text, status: Text })

/** The steps of a drill, in order; `src/practice/drill.ts` runs them. */
const DrillStepName = oneOf(['plain', 'twice', 'lost', 'wifi', 'missing', 'changed', 'late', 'ready'])
export type DrillStepName = z.infer<typeof DrillStepName>

const DrillStep = z.object({
  name: DrillStepName,
  state: oneOf(['waiting', 'now', 'done', 'missed']),
  order_id: NullableText,
  /** The order's print number. */
  number: NullableText,
  began_at: NullableText,
  /** From the moment that the step was visible until it was done or given up. */
  seconds: NullableNumber,
  /** How many action requests the service received for this order. */
  requests: NullableNumber,
})
export type DrillStep = z.infer<typeof DrillStep>

const Drill = z.object({ is_running: Flag, steps: z.array(DrillStep) })
export type Drill = z.infer<typeof Drill>

const drillAnswer = z.object({ data: z.nullable(Drill) })

/** A ticket that came out of the practice printer; `image` is its address, and the size is in dots. */
const PaperPiece = z.object({ id: AnyNumber, at: Text, image: Text, width: AnyNumber, height: AnyNumber })
export type PaperPiece = z.infer<typeof PaperPiece>

export const practice = {
  read: endpoint({
    method: 'GET',
    path: '/practice/orders',
    answer: z.object({ data: z.object({ line: PracticeLine, orders: z.array(PracticeOrder) }) }),
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/practice/orders',
    body: z.optional(z.object({ kind: z.optional(PracticeKind) })),
    answer: z.object({ data: PracticeOrder }),
  }),
  setLine: endpoint({
    method: 'PUT',
    path: '/practice/line',
    body: z.object({ line: PracticeLine }),
    answer: z.object({ data: z.object({ line: PracticeLine }) }),
  }),
  /** What came out of the practice printer, newest first. */
  readPaper: endpoint({
    method: 'GET',
    path: '/practice/paper',
    answer: z.object({ data: z.object({ has_paper: Flag, pieces: z.array(PaperPiece) }) }),
  }),
  setPaper: endpoint({
    method: 'PUT',
    path: '/practice/paper',
    body: z.object({ has_paper: Flag }),
    answer: z.object({ data: z.object({ has_paper: Flag }) }),
  }),
  readDrill: endpoint({ method: 'GET', path: '/practice/drill', answer: drillAnswer }),
  startDrill: endpoint({ method: 'POST', path: '/practice/drill', answer: drillAnswer }),
  stopDrill: endpoint({ method: 'DELETE', path: '/practice/drill', answer: drillAnswer }),
} as const
