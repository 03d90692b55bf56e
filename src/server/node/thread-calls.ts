import type { MessagePort, Worker } from 'node:worker_threads'
import { StoreUnavailable } from '#server/storage/store.ts'
import { VendorFailure, type VendorFailureReason } from '#server/vendor/vendor-failure.ts'

/** Functions that another thread may call: plain data in, plain data out. */
type Callable = Readonly<Record<string, (given: never) => Promise<unknown>>>

export type Given<F> = F extends (given: infer T) => unknown ? T : never
type AnswerOf<F> = F extends (given: never) => Promise<infer T> ? T : never

interface ThreadCalls<Theirs extends Callable> {
  /** Calls a function of the other thread. @throws what it threw. */
  call<Name extends keyof Theirs & string>(name: Name, given: Given<Theirs[Name]>): Promise<AnswerOf<Theirs[Name]>>
  /** The other thread has ended: all pending and future calls fail with this error. */
  end(error: Error): void
}

type Message =
  | { readonly call: number; readonly name: string; readonly given: unknown }
  | { readonly answer: number; readonly value: unknown }
  | { readonly answer: number; readonly failure: CarriedFailure }

/** An error in transit: only the message of an error crosses between threads by itself. */
type CarriedFailure =
  | { readonly of: 'store' | 'program'; readonly message: string }
  | {
      readonly of: 'vendor'
      readonly message: string
      readonly reason: VendorFailureReason
      readonly status: number | undefined
      readonly retryAfterMs: number | undefined
    }

function pack(error: unknown): CarriedFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof VendorFailure) {
    const { reason, status, retryAfterMs } = error
    return { of: 'vendor', message, reason, status, retryAfterMs }
  }
  return { of: error instanceof StoreUnavailable ? 'store' : 'program', message }
}

function unpack(failure: CarriedFailure): Error {
  const { message } = failure
  if (failure.of === 'vendor') return new VendorFailure(failure.reason, message, failure.status, failure.retryAfterMs)
  return failure.of === 'store' ? new StoreUnavailable(message) : new Error(message)
}

/** Lets two threads call each other's functions over a port; one on each end. */
export function createThreadCalls<Theirs extends Callable>(
  port: MessagePort | Worker,
  ours: Callable,
): ThreadCalls<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let count = 0
  let ended: Error | undefined

  const send = (message: Message) => port.postMessage(message)

  async function answer({ call, name, given }: Extract<Message, { call: number }>): Promise<void> {
    try {
      send({ answer: call, value: await ours[name]?.(given as never) }) // as the other end is typed
    } catch (error) {
      send({ answer: call, failure: pack(error) })
    }
  }

  port.on('message', (message: Message) => {
    if ('call' in message) return void answer(message)
    const pending = waiting.get(message.answer)
    waiting.delete(message.answer)
    if ('failure' in message) pending?.reject(unpack(message.failure))
    else pending?.resolve(message.value)
  })

  return {
    async call(name, given) {
      if (ended) throw ended
      count += 1
      const pending = Promise.withResolvers<unknown>()
      waiting.set(count, pending)
      send({ call: count, name, given })
      return (await pending.promise) as AnswerOf<Theirs[typeof name]> // what its own function answered
    },
    end(error) {
      ended = error
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}
