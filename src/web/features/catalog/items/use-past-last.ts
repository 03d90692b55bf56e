import type { ItemSearch } from '#contract/desk/catalog.ts'
import { paths } from '#contract/screen-paths.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ItemsPage } from './item-queries.ts'
import { pageOf } from './filters-in-address.ts'

/**
 * Leads from a page after the last one to the last one.
 * @returns the page that was asked for, as long as the last one is shown in its place.
 */
export function usePastLast(wanted: ItemSearch, shown: ItemsPage | undefined): number | undefined {
  const navigate = useNavigate()
  const [past, setPast] = useState<{ readonly asked: number; readonly last: number }>()
  const asked = pageOf(wanted)
  const isPast = shown?.rows.length === 0 && shown.last !== undefined && shown.last < asked
  const last = isPast ? Math.max(1, shown.last ?? 1) : undefined
  if (last !== undefined && past?.asked !== asked) setPast({ asked, last })
  useEffect(() => {
    if (last === undefined) return
    void navigate(paths.items({ ...wanted, page: last === 1 ? undefined : String(last) }), { replace: true })
  }, [last, wanted, navigate])
  return past?.last === asked ? past.asked : undefined
}
