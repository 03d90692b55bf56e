import { isIP } from 'node:net'

/** Whether nobody but this machine can be there: an address to listen on, or the name of a server. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))
