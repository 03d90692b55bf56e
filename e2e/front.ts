import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from '#testing/free-port.ts'
import { endWithUs } from './end-with-us.ts'

export type FrontName = 'nginx' | 'caddy'

export interface RunningFront {
  /** The port for plain http. */
  readonly plainPort: number
  /** Its output and logs so far. */
  readonly output: () => string
  stop(): Promise<void>
}

/** Why a proxy is unavailable on this machine, or undefined. */
export function whyNot(name: FrontName): string | undefined {
  const missing = [name, 'openssl'].find((tool) => spawnSync(tool, ['version']).error)
  return missing && `${missing} is not installed`
}

const configuration = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8')

/** The configuration of `deploy/` with addresses of this machine. */
const prepared = {
  nginx(folder: string, port: number, plainPort: number, deskPort: number): readonly string[] {
    const certificate = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...certificate, ...subject])
    const server = configuration('nginx.conf')
      .replaceAll(/^ +listen \[::\].*\n/gm, '')
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('desk.shop.example', 'localhost')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${deskPort}`)
      .replaceAll('/etc/vendor-desk/tls', folder)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder}/tmp;`)
    const around = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/log info; events {}`
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, `${around}\nhttp { access_log ${folder}/log; ${paths.join(' ')}\n${server}\n}`)
    return ['-c', file, '-e', join(folder, 'log')]
  },
  caddy(folder: string, port: number, plainPort: number, deskPort: number): readonly string[] {
    const file = join(folder, 'Caddyfile')
    const text = configuration('Caddyfile')
      .replace('admin off', `admin off\n http_port ${plainPort}\n https_port ${port}\n skip_install_trust`)
      .replace('desk.shop.example {', 'localhost {')
      .replace('127.0.0.1:3000', `127.0.0.1:${deskPort}`)
    writeFileSync(file, text)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
} as const

const startLimitMs = 15_000

/** Starts the real proxy with the project's configuration at https://localhost:PORT, with a self-signed certificate. */
export async function startFront(name: FrontName, port: number, deskPort: number): Promise<RunningFront> {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  const plainPort = await freePort()
  const args = prepared[name](folder, port, plainPort, deskPort)
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = endWithUs(spawn(name, args, { env }))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'exit')
  const log = () => (name === 'nginx' ? readFileSync(join(folder, 'log'), 'utf8') : '')
  const deadline = Date.now() + startLimitMs
  while (!(await isServing(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start:\n${output}${log()}`)
    }
    await pause(100)
  }
  return {
    plainPort,
    output: () => output + log(),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Whether a TLS server listens there; its certificate need not be trusted. */
const isServing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false })
    const done = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('secureConnect', () => done(true))
    socket.once('error', () => done(false))
  })
