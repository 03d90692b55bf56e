import { foldCode } from '#domain/search-text.ts'

/** Whether two codes are the same, whichever digits and spaces they were typed with. A zero in front counts. */
export const isSameCode = (typed: string, code: string): boolean => hasCode(typed) && foldCode(typed) === foldCode(code)

/** Whether anything was typed that can be compared. */
export const hasCode = (typed: string): boolean => foldCode(typed) !== ''
