import { openWriter } from './webhook-writer.ts'

const roundMs = 1500

/** Ascending, as a service numbers its orders. */
let latestId = 10_000_000
const nextId = (): string => String((latestId += 1))

export interface Load {
  readonly rate: () => Promise<number>
  /** An unmeasured round, because a desk runs for months. */
  readonly warmUp: () => Promise<void>
  /** The duration of each call of all rounds, in ms. */
  readonly times: readonly number[]
}

/** The calls per second of this many writers in a round, each one call after the other. */
export const load = (count: number, write: Write): Load => loadOf((times) => round(count, write, times))

/** Each round opens its own connections, because idle ones would be closed between two rounds. */
export const overHttp = (count: number, url: string, path: string, headers: Readonly<Record<string, string>>): Load =>
  loadOf(async (times) => {
    const open = await Promise.all(Array.from({ length: count }, () => openWriter(url, path, headers)))
    const body = (id: string) => JSON.stringify({ event: 'order_created', data: { id } })
    const calls = await round(count, async (writer, id) => open[writer]?.post(body(id)), times)
    for (const each of open) each.close()
    return calls
  })

type Write = (writer: number, id: string) => Promise<unknown>

function loadOf(measure: (times: number[]) => Promise<number>): Load {
  const times: number[] = []
  return { times, rate: () => measure(times), warmUp: async () => void (await measure([])) }
}

async function round(count: number, write: Write, times: number[]): Promise<number> {
  let done = 0
  const start = performance.now()
  const work = async (writer: number) => {
    for (let begun = performance.now(); begun - start < roundMs;) {
      await write(writer, nextId())
      done += 1
      const now = performance.now()
      times.push(now - begun)
      begun = now
    }
  }
  await Promise.all(Array.from({ length: count }, (_, writer) => work(writer)))
  return (done / (performance.now() - start)) * 1000
}
