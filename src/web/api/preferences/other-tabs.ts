// Tabs of one browser are one tablet: who signs in or out in one of them does so in all.

const name = 'session'

/** Says to the others that somebody else is signed in. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(null)
  channel.close()
}

/** @returns how to stop. */
export function watchOtherTabs(onChange: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = onChange
  return () => channel.close()
}
