import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#testing/free-port.ts'
import { endWithUs } from '../end-with-us.ts'
import { whyNot } from '../front.ts'
import type { Peer } from './start-bare.ts'

/** Debian's path. */
const nchanModule = '/usr/lib/nginx/modules/ngx_nchan_module.so'

/** Starts nginx as a plain reverse proxy. @returns undefined, with a message, if it is not installed. */
export const startNginx = (upstream: string): Promise<Peer | undefined> =>
  start(
    '',
    `upstream there { server ${new URL(upstream).host}; keepalive 64; }`,
    'location / { proxy_pass http://there; proxy_http_version 1.1; proxy_set_header Connection ""; }',
  )

/** Starts nginx with nchan: a post to `/` goes to all listeners of `/events`. */
export const startNchan = (): Promise<Peer | undefined> =>
  start(
    `load_module ${nchanModule};`,
    '',
    `location = / { nchan_publisher; nchan_channel_id bench; }
     location = /events { nchan_subscriber eventsource; nchan_channel_id bench; nchan_subscriber_first_message newest; }`,
  )

async function start(modules: string, around: string, locations: string): Promise<Peer | undefined> {
  const missing = whyNot('nginx') ?? (modules === '' || existsSync(nchanModule) ? undefined : 'nchan is not installed')
  if (missing !== undefined) {
    console.error(`Not measured beside nginx: ${missing}.`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-nginx-'))
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/tmp;`)
  writeFileSync(
    file,
    `${modules} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log; worker_rlimit_nofile 20000;
     events { worker_connections 18000; }
     http { access_log off; keepalive_requests 10000000; ${paths.join(' ')} ${around}
       server { listen 127.0.0.1:${port}; ${locations} } }`,
  )
  const child = endWithUs(spawn('nginx', ['-c', file, '-e', join(folder, 'log')], { stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(url).catch(() => undefined)); tries += 1) {
    if (tries === 50) throw new Error(`nginx did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`)
    await sleep(100)
  }
  const [worker] = childrenOf(child.pid)
  return {
    url,
    pid: worker ?? child.pid,
    publish: async (id) => (await fetch(url, { method: 'POST', body: id })).text(),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

function childrenOf(pid: number | undefined): readonly number[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').trim().split(' ').map(Number) : []
}
