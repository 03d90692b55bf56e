/** Why the `desk` command does not do what it was asked for, in a sentence for whoever typed it. */
export class DeskComplaint extends Error {
  /** 1: refused; 2: not understood; 130: broken off. */
  readonly exitCode: number

  constructor(message: string, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}
