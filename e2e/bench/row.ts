/** One line of the table: a figure of ours beside the peer or the floor that was measured in the same run. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly value: number
  readonly peer: string
  readonly peerValue: number
}
