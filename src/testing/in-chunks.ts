/** A body that arrives in chunks of this many bytes. */
export function inChunks(text: string, size: number): ReadableStream<Uint8Array> {
  let rest = new TextEncoder().encode(text)
  return new ReadableStream({
    pull(controller) {
      if (rest.length === 0) return controller.close()
      controller.enqueue(rest.slice(0, size))
      rest = rest.slice(size)
    },
  })
}
