import { Digits } from './text.tsx'

export type Urgency = 'calm' | 'amber' | 'red'

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
  /** On a card it is a little smaller. */
  readonly size?: 'card' | 'order'
}

const around = 2 * Math.PI * 44

/** The time left as a ring that empties, with minutes and seconds inside. */
export const CountdownRing = ({ share, urgency, time, size = 'order' }: CountdownRingProps) => (
  <span
    className={`${urgencyInks[urgency]} relative grid ${size === 'card' ? 'size-20' : 'size-24'} shrink-0 place-items-center`}
  >
    <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="9" aria-hidden="true">
      <circle cx="50" cy="50" r="44" className="stroke-line" />
      <circle cx="50" cy="50" r="44" stroke="currentColor" strokeDasharray={`${share * around} ${around}`} />
    </svg>
    <Digits className="text-lg font-bold">{time}</Digits>
  </span>
)
