import { readFileSync } from 'node:fs'

// Preloaded into a desk (`--import`): its wall clock is wrong by the number of ms in CLOCK_FILE, which is read again on
// SIGUSR2. Monotonic clocks and timers stay right.

const file = process.env['CLOCK_FILE'] ?? ''
const read = () => Number(readFileSync(file, 'utf8'))
const right = Date.now.bind(Date)
let wrongByMs = read()
process.on('SIGUSR2', () => (wrongByMs = read()))

const now = () => right() + wrongByMs

globalThis.Date = new Proxy(Date, {
  construct: (target, args: readonly unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
