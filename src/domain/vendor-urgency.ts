/**
 * Priorities under the request budget, highest first: actions of a person, screens, orders not read yet, repeated
 * reads, the catalog.
 */
export const urgencies = ['action', 'screen', 'news', 'watch', 'list'] as const
export type VendorUrgency = (typeof urgencies)[number]
