interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
}

/** The cookies of a `Cookie` header, for a browser and a site. */
export const cookiesIn = (header: string, url: string): Cookie[] =>
  header
    .split('; ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      return { name, value, url }
    })
