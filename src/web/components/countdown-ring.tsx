import type { Urgency } from '#domain/urgency.ts'
import { Digits } from './text.tsx'

/** Text colours by urgency. */
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
}

const around = 2 * Math.PI * 46

/** The time left as a ring that empties, with minutes and seconds inside. */
export const CountdownRing = ({ share, urgency, time }: CountdownRingProps) => (
  <span className={`${urgencyInks[urgency]} relative grid size-20 shrink-0 place-items-center`}>
    <svg viewBox="0 0 100 100" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="6" aria-hidden="true">
      <circle cx="50" cy="50" r="46" className="stroke-line" />
      <circle cx="50" cy="50" r="46" stroke="currentColor" strokeDasharray={`${share * around} ${around}`} />
    </svg>
    {/* Longer times are set smaller, because they would touch the ring. */}
    <Digits className={`${time.length < 5 ? 'text-lg' : 'text-base'} font-bold`}>{time}</Digits>
  </span>
)
