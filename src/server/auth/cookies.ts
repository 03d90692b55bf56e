// The two cookies: which tablet, and which person on it. Scripts cannot read them, other sites cannot send them.

export type CookieName = 'desk_device' | 'desk_person'

export interface Cookies {
  /** All values with that name. Of several values it is unknown which one the server set. */
  read(header: string | undefined, name: CookieName): readonly string[]
  /** Returns the value of a `Set-Cookie` header. */
  set(name: CookieName, value: string, maxAgeSeconds: number): string
  clear(name: CookieName): string
}

/** On https a browser accepts a `__Host-` cookie only from this host, so that a neighbouring host cannot plant one. */
export function createCookies(isSecure: boolean): Cookies {
  const onWire = (name: CookieName) => (isSecure ? `__Host-${name}` : name)
  const write = (name: CookieName, value: string, maxAgeSeconds: number) =>
    `${onWire(name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    read: (header, name) => valuesOf(header ?? '', onWire(name)),
    set: write,
    clear: (name) => write(name, '', 0),
  }
}

function valuesOf(header: string, name: string): string[] {
  const pairs = header.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
}

/** A browser's cookie storage, for the demo, whose requests never leave the page, and for tests. */
export interface CookieJar {
  /** The `Cookie` header of the next request. */
  header(): string | undefined
  /** Stores the value of a `Set-Cookie` header. */
  keep(setCookie: string): void
}

export function createCookieJar(setCookies: readonly string[] = []): CookieJar {
  const cookies = new Map<string, string>()
  const keep = (setCookie: string): void => {
    const [name = '', value = ''] = (setCookie.split(';')[0] ?? '').split('=')
    if (/; Max-Age=0(;|$)/.test(setCookie)) cookies.delete(name)
    else cookies.set(name, value)
  }
  setCookies.forEach(keep)
  return {
    header: () => (cookies.size > 0 ? [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') : undefined),
    keep,
  }
}
