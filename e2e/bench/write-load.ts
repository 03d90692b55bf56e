import { openWriter, type Writer } from './webhook-writer.ts'

const roundMs = 1500

/** In the order in which they are told of, as a service numbers its orders. */
let latestId = 10_000_000
const nextId = (): string => String((latestId += 1))

export interface Load {
  readonly rate: () => Promise<number>
  /** Milliseconds that the calls of all rounds took. */
  readonly times: readonly number[]
}

/** Calls a second that so many writers get done in a round, each one after the other. */
export function load(count: number, write: (writer: number, id: string) => Promise<unknown>): Load {
  const times: number[] = []
  return {
    times,
    async rate() {
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
    },
  }
}

/** On connections that are opened for each round: between two rounds they would be closed as idle. */
export function overHttp(count: number, url: string, path: string, headers: Readonly<Record<string, string>>): Load {
  let open: readonly Writer[] = []
  const body = (id: string) => JSON.stringify({ event: 'order_created', data: { id } })
  const { rate, times } = load(count, async (writer, id) => open[writer]?.post(body(id)))
  return {
    times,
    async rate() {
      open = await Promise.all(Array.from({ length: count }, () => openWriter(url, path, headers)))
      const calls = await rate()
      for (const each of open) each.close()
      return calls
    },
  }
}
