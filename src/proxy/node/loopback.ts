const names = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host, as it stands in an address, is this very machine. */
export const isLoopbackName = (hostname: string): boolean => names.includes(hostname)
