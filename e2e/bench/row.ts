import { spread } from './spread.ts'

/** A row of the table: our figure beside that of the peer or floor measured in the same run. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly peer: string
  readonly peerValue: number
}

/** Durations beside a peer's, in ms: a row for each quantile of `spread`. */
export const timeRows = (
  name: string,
  times: readonly number[],
  [peer, peerTimes]: readonly [string, readonly number[]],
  shares: readonly number[] = [0.5, 0.99],
): readonly Row[] =>
  shares.map((share) => ({
    name: `${name}, p${share * 100}`,
    unit: 'ms',
    value: spread(times, share),
    peer,
    peerValue: spread(peerTimes, share),
  }))
