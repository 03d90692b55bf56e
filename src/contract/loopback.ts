const loopback = /^(?:localhost|::1|\[::1\]|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/

/** Whether nobody but this machine can be there: an address to listen on, or the name of a server. */
export const isLoopback = (host: string): boolean => loopback.test(host)
