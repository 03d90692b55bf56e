import { Digits } from './text.tsx'

export type Urgency = 'calm' | 'amber' | 'red'

/** From which share of the window on, counted down from 1, an order is no longer calm. */
export const urgentFrom = { amber: 0.5, red: 0.2 } as const

/** How urgent an order is of whose window such a share is left. */
export function urgencyOf(share: number): Urgency {
  if (share > urgentFrom.amber) return 'calm'
  return share > urgentFrom.red ? 'amber' : 'red'
}

/** The colour of a time by how short it is. */
export const urgencyInks: Readonly<Record<Urgency, string>> = {
  calm: 'text-good',
  amber: 'text-amber',
  red: 'text-red',
}

interface CountdownRingProps {
  /** From 0 to 1. */
  readonly share: number
  readonly urgency: Urgency
  readonly time: string
  /** On a card it is as large as the card has room for. */
  readonly size?: keyof typeof ringSizes
}

/** A card and what holds it is a container. */
export const ringSizes = {
  card: 'size-20 @[15rem]:size-28 @[21rem]:size-32',
  order: 'size-28',
} as const
const timeSizes = {
  card: 'text-lg @[15rem]:text-xl',
  order: 'text-xl',
} as const

const around = 2 * Math.PI * 46

/** The time left as a ring that empties, with minutes and seconds inside. */
export const CountdownRing = ({ share, urgency, time, size = 'order' }: CountdownRingProps) => (
  <span className={`${urgencyInks[urgency]} relative grid ${ringSizes[size]} shrink-0 place-items-center`}>
    <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="6" aria-hidden="true">
      <circle cx="50" cy="50" r="46" className="stroke-line" />
      <circle cx="50" cy="50" r="46" stroke="currentColor" strokeDasharray={`${share * around} ${around}`} />
    </svg>
    {/* More than nine minutes are not as large, and hours are small: they would touch the ring. */}
    <Digits
      className={`${time.length < 6 ? timeSizes[size] : 'text-base'} ${size === 'card' && time.length < 5 ? '@[21rem]:text-2xl @[21rem]:tracking-tighter' : ''} font-bold`}
    >
      {time}
    </Digits>
  </span>
)
