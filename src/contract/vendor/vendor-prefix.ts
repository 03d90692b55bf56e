/**
 * The version is part of the path; the specification, "Versioning". Apart from the endpoints, because the page needs it
 * before it needs the catalog's.
 */
export const vendorPrefix = '/api/developer/v1'
