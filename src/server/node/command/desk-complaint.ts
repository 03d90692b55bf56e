/** Why the `desk` command refuses, as a sentence for the person who typed it. */
export class DeskComplaint extends Error {
  /** 1: refused; 2: not understood; 130: interrupted. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
