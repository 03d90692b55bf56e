import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

// node e2e/bench/bare-proxy.ts URL: forwards every request unchecked.

const { hostname, port } = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true })

const server = createServer((question, answer) => {
  const { method, url: path, headers } = question
  const outgoing = request({ hostname, port, method, path, headers, agent }, (incoming) => {
    answer.writeHead(incoming.statusCode ?? 502, incoming.headers)
    incoming.pipe(answer)
  })
  question.pipe(outgoing)
})
server.listen(0, '127.0.0.1', () => console.info((server.address() as AddressInfo).port))
