import { endpoint } from '#contract/endpoint.ts'
import { Flag, Integer, oneOf, Text } from '#contract/plain.ts'
import * as z from 'zod/mini'

// What the shop sets for its stations and its displays. To change them takes a manager; a missing field keeps its value.

/** How long an order may take from acceptance to ready, in minutes: amber from the first, red from the second. */
export const StationSettings = z.object({ amber_minutes: Integer, target_minutes: Integer })
export type StationSettings = z.infer<typeof StationSettings>

/** The languages that a display can show, as the page has them. */
export const displayLanguages = ['en', 'ar', 'fr'] as const
export type DisplayLanguage = (typeof displayLanguages)[number]

export const DisplaySettings = z.object({
  /** Empty: the `service_name`. */
  shop_name: Text,
  /** In the order in which they take turns; each once, and at least one. */
  languages: z.array(oneOf(displayLanguages)),
  /** Whether the browser says which order is ready. */
  speaks: Flag,
  /** How long a ready order stays on the display, in minutes. */
  ready_minutes: Integer,
})
export type DisplaySettings = z.infer<typeof DisplaySettings>

const ShownDisplaySettings = z.object({
  ...DisplaySettings.shape,
  /** The name that the service gives the shop, for an empty `shop_name`; empty if no order has told it. */
  service_name: Text,
})

export const minutesAtMost = 240
export const shopNameAtMost = 60

export const tabletSettings = {
  /** For counters and stations. */
  readStation: endpoint({
    method: 'GET',
    path: '/api/desk/station-settings',
    answer: z.object({ data: StationSettings }),
  }),
  /** 422 `bad_setting`: whole minutes from 1 to 240, amber no later than the target. */
  saveStation: endpoint({
    method: 'PUT',
    path: '/api/desk/station-settings',
    body: z.partial(StationSettings),
    answer: z.object({ data: StationSettings }),
  }),
  /** For counters and displays. */
  readDisplay: endpoint({
    method: 'GET',
    path: '/api/desk/display-settings',
    answer: z.object({ data: ShownDisplaySettings }),
  }),
  /** 422 `bad_setting`: a name of at most 60 characters, known languages, whole minutes from 1 to 240. */
  saveDisplay: endpoint({
    method: 'PUT',
    path: '/api/desk/display-settings',
    body: z.partial(DisplaySettings),
    answer: z.object({ data: ShownDisplaySettings }),
  }),
} as const
