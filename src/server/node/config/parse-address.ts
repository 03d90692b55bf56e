/** Of a machine or an IPv6 address. By its grammar an address may have `{base_url}` there, or `*`: nobody meant that. */
const serverName = /^(?:\[.+\]|[\w-]+(?:\.[\w-]+)*\.?)$/

/** @returns nothing where the text is no address, or names no server. */
export function parseAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && serverName.test(url.hostname) ? url : undefined
}
