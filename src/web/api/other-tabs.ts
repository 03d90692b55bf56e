// All tabs of a browser are one tablet: a sign-in or sign-out in one of them applies to all.

const name = 'session'

/** Tells the other tabs to read the session again. */
export function notifyOtherTabs(): void {
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
