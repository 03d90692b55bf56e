/**
 * What only other screens and dialogs say, by the beginning of its key. One catalog for all would cost the first screen
 * 7 KiB more, compressed, than the counter needs.
 */
const ofOtherScreens = [
  'attributes.',
  'brands.',
  'catalog.',
  'categories.',
  'check.',
  'digital.',
  'discount.',
  'drill.',
  'item.',
  'items.',
  'log.',
  'mark.',
  'paper.',
  'people.',
  'practice.',
  'reject.',
  'sale.',
  'settings.',
  'shift.',
  'theme.',
]

/** Whether the board, an order or what stands around them says it: these come with the first screen. */
export const isOfCounter = (key: string): boolean => !ofOtherScreens.some((start) => key.startsWith(start))
