/** The same throw always shows the same face, 0 to 99: chance that a test can rely on. */
export function dice(nameOfThrow: string): number {
  let hash = 0x811c9dc5
  for (const character of nameOfThrow) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % 100
}
