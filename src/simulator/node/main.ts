import { type HttpBindings, serve } from '@hono/node-server'
import { systemClock } from '#contract/system-clock.ts'
import { controls } from '#simulator/controls.ts'
import { ConnectionLost } from '#simulator/faults.ts'
import { createSimulator } from '#simulator/simulator.ts'

// A simulated vendor service for development. SIMULATOR_TOKEN and PORT set it up; WEBHOOK_URL and WEBHOOK_SECRET make
// it send notifications.

const { SIMULATOR_TOKEN = 'practice-token', WEBHOOK_URL, WEBHOOK_SECRET = '' } = process.env
const PORT = process.env['PORT'] || '4000'
const highestPort = 65_535

function refuse(why: string): never {
  console.error(why)
  process.exit(1)
}

if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > highestPort) refuse(`PORT is no port: ${PORT}`)
if (WEBHOOK_URL && !/^https?:$/.test(URL.parse(WEBHOOK_URL)?.protocol ?? ''))
  refuse(`WEBHOOK_URL is no http or https address: ${WEBHOOK_URL}`)

const simulator = createSimulator({
  clock: systemClock,
  token: SIMULATOR_TOKEN,
  ...(WEBHOOK_URL && {
    webhook: {
      url: WEBHOOK_URL,
      headers: { Authorization: `Bearer ${WEBHOOK_SECRET}` },
      fetch: (request) => fetch(request),
    },
  }),
})

const server = serve(
  {
    hostname: '127.0.0.1',
    port: Number(PORT),
    fetch: async (request, env) => {
      try {
        return (await controls(simulator, request)) ?? (await simulator.fetch(request))
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error
        ;(env as HttpBindings).incoming.socket.destroy()
        return new Response(null)
      }
    },
  },
  ({ port }) => console.info(JSON.stringify({ event: 'listening', url: `http://127.0.0.1:${port}` })),
)

server.once('error', ({ message }) => refuse(`The simulator’s server at PORT ${PORT}: ${message}`))
