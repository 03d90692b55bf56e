import { readFileSync } from 'node:fs'

// Loaded into a desk before its own code (`--import`): its machine's clock is wrong by as many milliseconds as stand in
// the file CLOCK_FILE, and is set by that file again on SIGUSR2. Clocks that nobody sets, and timers, stay right.

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
