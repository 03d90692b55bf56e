// Preloaded into a desk (`--import`), and imported by its run: in both, time passes `haste` times as fast and shows the
// same, so that pauses of minutes pass in seconds. In the desk the timers are hurried too.

export const speedUp = 40

const { FAST_FROM } = process.env
const from = Number(FAST_FROM ?? Date.now())
/** The environment of a desk whose time passes as fast. */
export const fastClock = { FAST_FROM: String(from), NODE_OPTIONS: `--import=${import.meta.url}` }

const rightNow = Date.now.bind(Date)
const rightSince = performance.now.bind(performance)
const now = () => Math.floor(from + (rightNow() - from) * speedUp)

performance.now = () => rightSince() * speedUp
globalThis.Date = new Proxy(Date, {
  construct: (target, args: readonly unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
type Call = (...args: readonly unknown[]) => void
if (FAST_FROM !== undefined) {
  const { setTimeout: timeout, setInterval: interval } = globalThis
  Object.assign(globalThis, {
    setTimeout: (call: Call, ms = 0, ...args: readonly unknown[]) => timeout(call, ms / speedUp, ...args),
    setInterval: (call: Call, ms = 0, ...args: readonly unknown[]) => interval(call, ms / speedUp, ...args),
  })
}
