import type { Page } from '@playwright/test'
import type { MessageKey } from '#web/i18n/translations.tsx'
import type { Stage } from './stage.ts'

type Translations = Readonly<Record<MessageKey, string>>

/** A screen in a state. */
export interface Scene {
  readonly name: string
  /** Which page it opens: the busy shop's, that of a shop with forty waiting orders or forty in preparation, the quiet one's, the practice store's, or an unpaired tablet's. */
  readonly at: 'busy' | 'crowded' | 'kitchen' | 'quiet' | 'practice' | 'stranger'
  path(stage: Stage): string
  /** Preferences of the tablet. */
  readonly saved?: Readonly<Record<string, string>>
  /** Brings the screen into its state. `words` are those of its language; the page's clock may be advanced. */
  act?(page: Page, stage: Stage, messages: Translations): Promise<void>
  /** Brings what the scene is about into sight, again in each size. */
  arrange?(page: Page, messages: Translations): Promise<void>
}

export const busy = (name: string, path: string, act?: Scene['act']): Scene => ({
  name,
  at: 'busy',
  path: () => path,
  ...(act && { act }),
})

export const order = (name: keyof Stage['orders'], act?: Scene['act']): Scene => ({
  name: `order-${name}`,
  at: 'busy',
  path: ({ orders }) => `/orders/${orders[name].id}`,
  ...(act && { act }),
})

export const press =
  (button: MessageKey): NonNullable<Scene['act']> =>
  async (page, _stage, messages) => {
    await page.getByRole('button', { name: messages[button] }).first().click()
  }
