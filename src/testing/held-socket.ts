import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

interface HeldProcess {
  readonly pid: number
  /** Its exit code; above 128 where a signal ended it. */
  readonly ended: Promise<number>
}

export interface HeldSocket {
  readonly port: number
  /** What the processes said so far, line by line, on both outputs. */
  readonly lines: readonly string[]
  /** Starts the command with the socket; the one before has ended. */
  start(): Promise<HeldProcess>
  /** Lets go of the socket, once the last process has ended. */
  release(): Promise<void>
}

/** One process for each line that is read. A shell's own `$$` is the id of what it becomes. */
const holder = `while read -r _; do
  sh -c 'echo "pid $$"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@" </dev/null 2>&1' sh "$@"; echo "end $?"
done`

/**
 * A listening socket on loopback, handed over as systemd does it: whoever holds it (a shell, which accepts nothing) and
 * each process in turn have the same one, so that it outlives them all.
 */
export async function holdSocket(
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<HeldSocket> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo // It listens on a port.
  // Node knows the descriptor, and says nothing of it in its types.
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
