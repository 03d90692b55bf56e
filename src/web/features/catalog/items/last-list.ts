import { paths } from '#contract/screen-paths.ts'

// An item leads back to where one was. Known for as long as the page is open.

let list = paths.items()
let itemKey: string | undefined

export const seeList = (address: string): void => void (list = address)
export const seeItem = (key: string): void => void (itemKey = key)

/** The list that was looked at last, with its search and page. */
export const lastList = (): string => list

/** The item that one comes back from, told once. */
export function takeItem(): string | undefined {
  const key = itemKey
  itemKey = undefined
  return key
}
