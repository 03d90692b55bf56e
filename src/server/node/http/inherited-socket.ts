import { ConfigError } from '#server/node/config/config-error.ts'

/** The first socket that systemd hands over (sd_listen_fds(3)). */
const firstInherited = 3

/**
 * Takes over a listening socket that the parent process keeps open across restarts, so that connections wait and are
 * not refused. Removes its variables from the environment, because they are not for child processes.
 * @returns its file descriptor; undefined if none was handed over.
 * @throws {ConfigError} if it is for another process, or is not the only one.
 */
export function takeInheritedSocket(env: NodeJS.ProcessEnv, pid = process.pid): number | undefined {
  const { LISTEN_FDS: count, LISTEN_PID: owner } = env
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete env[name]
  if (count === undefined && owner === undefined) return undefined
  if (owner !== String(pid)) {
    throw new ConfigError('LISTEN_PID', 'names another process: the service starts node itself, not through npm')
  }
  if (count !== '1') throw new ConfigError('LISTEN_FDS', 'must be 1: the desk takes exactly one socket')
  return firstInherited
}
