import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * How a connection between two processes breaks. A `silent` one delivers nothing, in both directions or one, until it
 * heals, as TCP does; a `lost` one never delivers, and both ends keep dead connections.
 */
export const linkFaults = ['refused', 'cut', 'silent', 'silent there', 'silent back', 'lost', 'slow'] as const
export type LinkFault = (typeof linkFaults)[number]

/** A TCP proxy on loopback that breaks on request, regardless of the protocol. */
export interface Link {
  readonly port: number
  /** Lasts until it heals or breaks in another way. */
  break(fault: LinkFault): Promise<void>
  /** Lost connections stay lost; new ones work. */
  heal(): Promise<void>
  stop(): Promise<void>
}

interface Line {
  readonly ends: readonly [Socket, Socket]
  isLost: boolean
}

const slowPartBytes = 4096
const slowPartMs = 40

export async function openLink(targetPort: number): Promise<Link> {
  let fault: LinkFault | undefined
  let changed = Promise.withResolvers<void>()
  const lines = new Set<Line>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true })
    const line: Line = { ends: [near, far], isLost: fault === 'lost' }
    lines.add(line)
    for (const end of line.ends) end.setNoDelay(true).on('error', () => undefined)
    const both = [carry(near, far, line, 'silent there'), carry(far, near, line, 'silent back')]
    void Promise.all(both).then(() => lines.delete(line))
  })

  async function untilPassable(line: Line, oneWay: LinkFault): Promise<void> {
    while (line.isLost || fault === 'silent' || fault === oneWay) await changed.promise
  }

  /** Carries everything one end sends to the other, including its close. */
  async function carry(from: Socket, to: Socket, line: Line, oneWay: LinkFault): Promise<void> {
    try {
      for await (const bytes of from.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        for (let at = 0; at < bytes.length; at += slowPartBytes) {
          if (fault === 'slow') await pause(slowPartMs)
          await untilPassable(line, oneWay)
          if (!to.write(bytes.subarray(at, at + slowPartBytes)))
            await Promise.race([once(to, 'drain'), once(to, 'close')])
        }
      }
      await untilPassable(line, oneWay)
      to.end()
    } catch {
      await untilPassable(line, oneWay)
      to.destroy()
    }
  }

  function cutAll(): void {
    for (const { ends } of lines) for (const end of ends) end.resetAndDestroy()
    lines.clear()
  }

  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  async function become(next: LinkFault | undefined): Promise<void> {
    if (next === 'lost') for (const line of lines) line.isLost = true
    fault = next
    changed.resolve()
    changed = Promise.withResolvers()
    if (next === 'refused' && server.listening) server.close()
    if (next === 'refused' || next === 'cut') cutAll()
    if (next !== 'refused' && !server.listening) await listen(port)
  }

  await listen(0)
  const { port } = server.address() as AddressInfo // A TCP server has a port.
  return {
    port,
    break: become,
    heal: () => become(undefined),
    async stop() {
      if (server.listening) server.close()
      cutAll()
    },
  }
}
