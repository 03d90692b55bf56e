/**
 * Who goes first when the vendor must not be asked more: what a person waits for, then orders that nobody has seen yet,
 * then those that are looked at again, then the catalog.
 */
export const urgencies = ['action', 'screen', 'news', 'watch', 'list'] as const
export type VendorUrgency = (typeof urgencies)[number]
