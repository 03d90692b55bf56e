// What is known of the keys of an order's status; `order.ts` reads them with their aliases.

/** unspecified: the key of an order that is ready; the specification speaks of a ready status. */
export const isReadyKey = (key: string): boolean => key.startsWith('ready')

/** unspecified: which keys mean that an order was called off; `cancelled` is named, and what sounds like it counts too. */
export const isCalledOffKey = (key: string): boolean => /cancel|expire/i.test(key)

/** unspecified: the key of a rejected order, which is "marked rejected". */
export const isRejectedKey = (key: string): boolean => /reject|declin/i.test(key)

/** unspecified: the keys besides `pending` and `contact`. What is none of these says nothing of where the order stands. */
export const isKnownStatusKey = (key: string): boolean =>
  key === 'pending' || key === 'contact' || isReadyKey(key) || isCalledOffKey(key) || isRejectedKey(key)
