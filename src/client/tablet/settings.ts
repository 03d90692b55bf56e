/** What a tablet remembers of its own: its language and its appearance. */
export type Theme = 'system' | 'light' | 'dark'

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** A private window may have no storage, and a full one takes nothing: then the choice lasts as long as the page. */
const unkept: Record<string, string> = {}

export function readKept(key: string): string | null {
  try {
    return unkept[key] ?? localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keep(key: string, value: string): void {
  unkept[key] = value
  try {
    localStorage.setItem(key, value)
    delete unkept[key]
  } catch {
    // It holds for this page.
  }
}

export const readLanguageWish = (): string | null => readKept('language')
export const keepLanguage = (language: string): void => keep('language', language)

export const readTheme = (): Theme => themes.find((theme) => theme === readKept('theme')) ?? 'system'
export const keepTheme = (theme: Theme): void => keep('theme', theme)

/** Which digits this tablet writes in Arabic; elsewhere there is one kind only. */
export const readDigits = (): 'latn' | 'arab' => (readKept('digits') === 'arab' ? 'arab' : 'latn')
export const keepDigits = (digits: 'latn' | 'arab'): void => keep('digits', digits)

/** Whether single keys do something on this tablet. */
export const readShortcuts = (): boolean => readKept('shortcuts') !== 'off'
export const keepShortcuts = (on: boolean): void => keep('shortcuts', on ? 'on' : 'off')

/** How this tablet lists items. */
export type ItemsView = 'table' | 'pictures'

export const readItemsView = (): ItemsView => (readKept('items-view') === 'pictures' ? 'pictures' : 'table')
export const keepItemsView = (view: ItemsView): void => keep('items-view', view)

/** Whether the desk knew this tablet when it was last asked: then a page asks for orders before any script is there. */
export const keepLetIn = (isLetIn: boolean): void => keep('let-in', isLetIn ? 'yes' : 'no')
