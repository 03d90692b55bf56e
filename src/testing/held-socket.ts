import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

interface HeldProcess {
  readonly pid: number
  /** Its exit code; above 128 if a signal ended it. */
  readonly ended: Promise<number>
}

export interface HeldSocket {
  readonly port: number
  /** The lines of both outputs so far. */
  readonly lines: readonly string[]
  /** Starts the command with the socket; the one before has ended. */
  start(): Promise<HeldProcess>
  /** Closes the socket after the last process has ended. */
  release(): Promise<void>
}

/** Starts a process for each line that it reads. A shell's `$$` is the pid of the program that replaces it. */
const holder = `while read -r _; do
  sh -c 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" </dev/null 2>&1' sh "$@"; echo "end $?"
done`

/** A listening socket on loopback, passed on as systemd does: a shell holds it and each process in turn inherits it. */
export async function holdSocket(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<HeldSocket> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo // It listens on a port.
  // Node has the descriptor, but not in its types.
  const { fd } = (socket as unknown as { readonly _handle: { readonly fd: number } })._handle
  const shell = spawn('sh', ['-c', holder, 'sh', ...command], { env, stdio: ['pipe', 'pipe', 'ignore', fd] })
  const gone = once(shell, 'exit')
  socket.close()
  const { stdin, stdout } = shell
  if (!stdin || !stdout) throw new Error('The holder has no pipes.')

  const lines: string[] = []
  let started = Promise.withResolvers<number>()
  let ended = Promise.withResolvers<number>()
  createInterface(stdout).on('line', (line) => {
    const [, what, number] = /^(pid|end) (\d+)$/.exec(line) ?? []
    if (what === 'pid') started.resolve(Number(number))
    else if (what === 'end') ended.resolve(Number(number))
    else lines.push(line)
  })
  return {
    port,
    lines,
    async start() {
      started = Promise.withResolvers()
      ended = Promise.withResolvers()
      stdin.write('go\n')
      return { pid: await started.promise, ended: ended.promise }
    },
    async release() {
      stdin.end()
      await gone
    },
  }
}
