import { tabletSettings } from '#contract/desk/tablet-settings.ts'
import { callDesk } from '#web/api/http/call.ts'
import { queryOptions } from '@tanstack/react-query'

/** The times of the shop's stations. */
export const stationSettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'station'],
    queryFn: async ({ signal }) => (await callDesk(tabletSettings.readStation, { signal })).data,
  })

/** What the shop's displays show. */
export const displaySettingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'display'],
    queryFn: async ({ signal }) => (await callDesk(tabletSettings.readDisplay, { signal })).data,
  })
