/** The order whose codes somebody wants to enter, on the way from its card to its screen; empty for none. */
export const codesWanted = { of: '' }
