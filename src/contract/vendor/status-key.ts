// What is known about status keys; `order.ts` also reads their aliases.

/** unspecified: the key of a ready order; the specification mentions a ready status. */
export const isReadyKey = (key: string): boolean => key.startsWith('ready')

/** unspecified: which keys mean a cancellation. `cancelled` is named; similar ones count too. */
export const isCalledOffKey = (key: string): boolean => /cancel|expire/i.test(key)

/** unspecified: the key of a rejected order, which is "marked rejected". */
export const isRejectedKey = (key: string): boolean => /reject|declin/i.test(key)

/** unspecified: the keys besides `pending` and `contact`. Any other key does not tell where the order stands. */
export const isKnownStatusKey = (key: string): boolean =>
  key === 'pending' || key === 'contact' || isReadyKey(key) || isCalledOffKey(key) || isRejectedKey(key)
