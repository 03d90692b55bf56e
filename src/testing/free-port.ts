import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports, so that the system assigns none of these by chance. */
const chosenPorts = [20_000, 32_000] as const
const portsTried = 100

/**
 * A port that is free on every address, for programs that cannot report the port they were given.
 * @throws if none is found.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < portsTried; tried += 1) {
    const port = randomInt(...chosenPorts)
    const server = createServer().listen(port)
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`Of ${portsTried} ports none was free.`)
}
