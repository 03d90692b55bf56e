/**
 * Saves a text as a file. Not by a link to an endpoint: that would save an error as the file, and the demo has no server.
 */
export function saveFile(name: string, type: string, ...texts: readonly string[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([...texts], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
