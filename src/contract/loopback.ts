const loopback = /^(?:localhost|::1|\[::1\]|127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})$/

/** Whether a listen address or host name is reachable from this machine only. */
export const isLoopback = (host: string): boolean => loopback.test(host)
