/** Priorities under the request budget: a person's action, screens, unread orders, repeated reads, the catalog. */
export const urgencies = ['action', 'screen', 'news', 'watch', 'list'] as const
export type VendorUrgency = (typeof urgencies)[number]
