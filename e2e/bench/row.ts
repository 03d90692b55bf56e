import { spread } from './spread.ts'

/** One line of the table: a figure of ours beside the peer or the floor that was measured in the same run. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly peer: string
  readonly peerValue: number
}

/** How long something took beside what a peer took for it, in milliseconds: a row for each share, as of `spread`. */
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
