import { westernDigits } from '#contract/text.ts'
import { useEffect, useEffectEvent } from 'react'

/**
 * Watches for single keys that no scanner typed, outside of text fields and, unless told otherwise, of dialogs.
 * @returns how to stop.
 */
export type WatchKeys = (onKey: (key: string) => void, options?: { readonly inDialogs?: boolean }) => () => void

interface StationKeys {
  /** A digit from 1 to 9. */
  readonly onPlace: (place: number) => void
  readonly onRecall: () => void
}

/** The keys of a bump bar, which types digits. */
export function useStationKeys(watchKeys: WatchKeys, { onPlace, onRecall }: StationKeys): void {
  const onKey = useEffectEvent((key: string) => {
    const typed = westernDigits(key)
    if (/^[1-9]$/.test(typed)) onPlace(Number(typed))
    else if (typed === '0' || typed === 'r') onRecall()
  })
  useEffect(() => watchKeys((key) => onKey(key)), [watchKeys])
}
