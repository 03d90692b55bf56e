/** The latest version of the desk's orders that this tablet was told of. */
let latest = 0

export function noteToldVersion(version: number): void {
  latest = Math.max(latest, version)
}

export const toldVersion = (): number => latest
