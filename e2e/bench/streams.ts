import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { feedPath } from '#contract/desk/feed.ts'
import { startShop } from '../shop-process.ts'
import type { Row } from './row.ts'
import { spread } from './spread.ts'
import { startBare } from './start-bare.ts'

const streams = 1000
const streamsPerTablet = 4
const orders = 30
const pauseMs = 200

/** From a webhook until each of 1,000 open feeds has word of it. The streams are plain sockets in this process. */
export async function streamsTold(): Promise<readonly Row[]> {
  const bare = await startBare()
  const floor = await timesOf(
    bare.url,
    '/events',
    Array.from({ length: streams }, () => ''),
    (id) => bare.tell(id),
  )
  bare.stop()
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // What is read of an order is told too: that would be measured as well.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const tablets = await shop.admit(streams / streamsPerTablet)
  const cookies = tablets.flatMap((cookie) => Array.from({ length: streamsPerTablet }, () => cookie))
  const times = await timesOf(shop.desk.url, feedPath, cookies, (id) => shop.tell(id))
  await shop.stop()
  return [0.5, 0.99].map((share) => ({
    name: `durable webhook to 1,000 feeds, p${share * 100}`,
    unit: 'ms',
    value: spread(times, share),
    peer: 'bare Node server, nothing kept',
    peerValue: spread(floor, share),
  }))
}

async function timesOf(
  url: string,
  path: string,
  cookies: readonly string[],
  tell: (id: string) => Promise<unknown>,
): Promise<readonly number[]> {
  const sockets: Socket[] = []
  for (const cookie of cookies) sockets.push(await listen(url, path, cookie))
  const times: number[] = []
  for (let order = 0; order < orders; order += 1) {
    const id = `bench-${order}-end`
    const start = performance.now()
    const heard = sockets.map((socket) => hears(socket, id).then(() => times.push(performance.now() - start)))
    await Promise.all([tell(id), ...heard])
    await sleep(pauseMs)
  }
  for (const socket of sockets) socket.destroy()
  return times
}

/** @returns a socket whose feed has begun. */
async function listen(url: string, path: string, cookie: string): Promise<Socket> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/event-stream\r\nCookie: ${cookie}\r\n\r\n`)
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  if (!bytes.toString().startsWith('HTTP/1.1 200')) throw new Error(bytes.toString())
  return socket
}

const hears = (socket: Socket, id: string): Promise<void> =>
  new Promise((resolve) => {
    const take = (bytes: Buffer) => {
      if (!bytes.includes(id)) return
      socket.off('data', take)
      resolve()
    }
    socket.on('data', take)
  })
