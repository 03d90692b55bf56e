import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system gives to whoever does not choose: nobody comes upon one of these by chance. */
const chosenPorts = [20_000, 32_000] as const
const portsTried = 100

/**
 * A port that nobody has, on any address: for a program that cannot be asked which one it was given.
 * @throws where none is found.
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
