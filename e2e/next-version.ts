import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A desk behind a proxy that can serve another version of its page. */
export interface VersionedDesk {
  readonly url: string
  /** Makes the page, its first script and its worker those of another version. */
  publish(): void
  /** Removes files, as an update of the server does. */
  remove(files: RegExp): void
  stop(): void
}

const scriptOf = /\/assets\/(index-[\w-]+)\.js/g

export async function startVersioned(deskUrl: string): Promise<VersionedDesk> {
  const desk = new URL(deskUrl)
  let isNext = false
  let gone: RegExp | undefined

  function pass(asked: IncomingMessage, answer: ServerResponse, path: string, change?: (text: string) => string): void {
    const { origin, ...others } = asked.headers
    const headers = {
      ...others,
      host: desk.host,
      'accept-encoding': 'identity',
      ...(origin && { origin: desk.origin }),
    }
    const { 'if-none-match': _known, ...fresh } = headers
    const up = request({ host: desk.hostname, port: desk.port, path, method: asked.method, headers: fresh }, (came) => {
      const { 'content-length': _length, etag: _etag, ...told } = came.headers
      answer.writeHead(came.statusCode ?? 502, told)
      if (!change) return void came.pipe(answer)
      let text = ''
      came.setEncoding('utf8').on('data', (part: string) => (text += part))
      came.on('end', () => answer.end(change(text)))
    })
    up.on('error', () => answer.destroy())
    answer.on('close', () => up.destroy())
    asked.pipe(up)
  }

  /** The first script of the next version imports that of this one. */
  const renamed = (text: string) => text.replaceAll(scriptOf, '/assets/next-$1.js')

  const server = createServer((asked, answer) => {
    const path = asked.url ?? '/'
    const next = /^\/assets\/next-(.+)$/.exec(path)?.[1]
    if (gone?.test(path)) answer.writeHead(404).end()
    else if (next) answer.writeHead(200, { 'content-type': 'text/javascript' }).end(`import './${next}'`)
    else if (isNext && path === '/shell-worker.js')
      pass(asked, answer, path, (text) => renamed(text).replace(/version:(["`])/, 'version:$1next-'))
    else pass(asked, answer, path, isNext && path === '/' ? renamed : undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, desk.hostname, resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `http://${desk.hostname}:${port}`,
    publish: () => {
      isNext = true
    },
    remove: (files) => {
      gone = files
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
