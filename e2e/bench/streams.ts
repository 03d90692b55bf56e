import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { feedPath } from '#contract/desk/feed.ts'
import { startShop } from '../shop-process.ts'
import { residentKib } from './resident.ts'
import { timeRows, type Row } from './row.ts'
import { startBare, type Peer } from './start-bare.ts'
import { startNchan } from './start-nginx.ts'

const streamsPerTablet = 4
const pauseMs = 100

/** A server with open streams. */
interface Streaming {
  readonly server: Peer
  readonly sockets: readonly Socket[]
  /** From the webhook to each stream, in ms, of all orders. */
  readonly times: number[]
  /** From the webhook to the last stream, in ms, of all orders. */
  readonly lastTimes: number[]
  /** The server's memory per stream, in KiB; undefined if the system does not report it. */
  readonly kibEach: number | undefined
}

/** From a webhook to many open feeds, to all and to each. The streams are raw sockets in this process. */
export async function streamsTold(): Promise<readonly Row[]> {
  // Enough orders that the slowest hundredth is more than one.
  return [...(await told(1000, 300)), ...(await told(5000, 200))]
}

async function told(streams: number, orders: number): Promise<readonly Row[]> {
  const shop = await startShop(7200, { LOG_LEVEL: 'warn' })
  // Reading the orders would send more events, which would be measured too.
  shop.vendor.faults.add({ kind: 'hang', times: Infinity })
  const tablets = await shop.admit(streams / streamsPerTablet)
  const cookies = tablets.flatMap((cookie) => Array.from({ length: streamsPerTablet }, () => cookie))
  const { url, pid } = shop.desk
  const notify = async (id: string) => {
    const answer = await shop.notify(id)
    if (!answer.ok) throw new Error(`The desk answered a webhook with ${answer.status}.`)
    return answer.text()
  }
  const desk: Peer = { url, pid, publish: notify, stop: shop.stop }
  const nobody = Array.from({ length: streams }, () => '')
  const nchan = await startNchan()
  const ours = await openStreams(desk, feedPath, cookies)
  const peers = [
    { name: 'bare Node server, nothing kept', ...(await openStreams(await startBare(), '/events', nobody)) },
  ]
  if (nchan) peers.push({ name: 'nginx with nchan, nothing kept', ...(await openStreams(nchan, '/events', nobody)) })

  const all = [ours, ...peers]
  for (let order = 0; order < orders; order += 1) {
    for (const each of all) await tellOnce(each, `bench-${order}-end`)
  }
  for (const { sockets, server } of all) {
    for (const socket of sockets) socket.destroy()
    await server.stop()
  }
  const count = streams.toLocaleString('en')
  return peers.flatMap((peer) => [
    ...timeRows(`durable webhook to all of ${count} feeds`, ours.lastTimes, [peer.name, peer.lastTimes]),
    ...timeRows(`durable webhook to each of ${count} feeds`, ours.times, [peer.name, peer.times]),
    ...(ours.kibEach === undefined || peer.kibEach === undefined
      ? []
      : [
          {
            name: `memory of each of ${count} feeds`,
            unit: 'KiB',
            value: ours.kibEach,
            peer: peer.name,
            peerValue: peer.kibEach,
          },
        ]),
  ])
}

async function openStreams(server: Peer, path: string, cookies: readonly string[]): Promise<Streaming> {
  // A first stream absorbs one-time costs.
  const first = await listen(server.url, path, cookies[0] ?? '')
  const before = residentKib(server.pid)
  const sockets: Socket[] = []
  for (const cookie of cookies) sockets.push(await listen(server.url, path, cookie))
  await sleep(1000)
  const after = residentKib(server.pid)
  first.destroy()
  return {
    server,
    sockets,
    times: [],
    lastTimes: [],
    kibEach: before === undefined || after === undefined ? undefined : (after - before) / cookies.length,
  }
}

async function tellOnce({ server, sockets, times, lastTimes }: Streaming, id: string): Promise<void> {
  const start = performance.now()
  const took = () => performance.now() - start
  const heard = Promise.all(sockets.map((socket) => hears(socket, id).then(() => times.push(took()))))
  await Promise.all([server.publish(id), heard.then(() => lastTimes.push(took()))])
  await sleep(pauseMs)
}

/** @returns a socket with an open feed. */
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
