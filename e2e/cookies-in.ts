interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
}

/** The cookies of a `Cookie` header, as a browser is given them for a site. */
export const cookiesIn = (header: string, url: string): Cookie[] =>
  header
    .split('; ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url }
    })
