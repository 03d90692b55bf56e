import { existsSync, readFileSync } from 'node:fs'

/** A row of the table: our figure beside that of the peer or floor measured in the same run. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly peer: string
  readonly peerValue: number
}

export const row = (name: string, unit: string, value: number, peer: string, peerValue: number): Row => ({
  name,
  unit,
  value,
  peer,
  peerValue,
})

/** Durations beside a peer's, in ms: a row for each quantile. */
export const timeRows = (
  name: string,
  times: readonly number[],
  [peer, peerTimes]: readonly [string, readonly number[]],
  shares: readonly number[],
): readonly Row[] =>
  shares.map((share) => row(`${name}, p${share * 100}`, 'ms', quantile(times, share), peer, quantile(peerTimes, share)))

/** A share of 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/**
 * Measures ours and its peer in turns, round after round, so that other load on the machine affects both alike.
 * @returns the figures of each, one per round.
 */
export async function inTurns<Figure>(
  rounds: number,
  measureOurs: () => Promise<Figure>,
  measurePeer: () => Promise<Figure>,
): Promise<{ readonly ours: readonly Figure[]; readonly peer: readonly Figure[] }> {
  const figures = { ours: [] as Figure[], peer: [] as Figure[] }
  for (let round = 0; round < rounds; round += 1) {
    figures.ours.push(await measureOurs())
    figures.peer.push(await measurePeer())
  }
  return figures
}

/** The resident memory of a process, in KiB; NaN if the system does not report it (only Linux does). */
export function residentKib(pid: number | undefined): number {
  const file = `/proc/${pid}/status`
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1])
}
