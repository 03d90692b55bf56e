import { ConfigError } from '#server/node/config/config-error.ts'

/** Where systemd puts the first of the sockets that it hands over (sd_listen_fds(3)). */
const firstInherited = 3

/**
 * A listening socket that whoever started this process holds open over restarts: nobody is refused meanwhile, for what
 * comes waits in it. Takes the variables that say so out of the environment, for they are not meant for children.
 * @returns its file descriptor; nothing where none was handed over.
 * @throws {ConfigError} where it was meant for another process, or is not one alone.
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
