/** The version is part of the path; the specification, "Versioning". */
export const vendorPrefix = '/api/developer/v1'
