type Locales = Intl.LocalesArgument

/** To make one takes longer than to draw the words around it, and a board asks for the same few hundreds of times. */
function once<Options, Format>(make: (locales: Locales, options?: Options) => Format): typeof make {
  const made = new Map<string, Format>()
  return (locales, options) => {
    const key = JSON.stringify([locales, options])
    const known = made.get(key) ?? make(locales, options)
    // What a service calls a currency has no end.
    if (made.size > 200) made.clear()
    made.set(key, known)
    return known
  }
}

export const numberFormat = once(
  (locales, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, options),
)
export const pluralRules = once((locales, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locales, options))
