/** A host name or an IPv6 address. URL syntax also allows `{base_url}` or `*` here, which are mistakes. */
const serverName = /^(?:\[.+\]|[\w-]+(?:\.[\w-]+)*\.?)$/

/** @returns undefined if the text is no address, or has no server name. */
export function parseAddress(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && serverName.test(url.hostname) ? url : undefined
}
