import { keep, readSaved } from '#web/api/preferences.ts'
import { isRecord } from '#contract/json.ts'

/** The result of a shift's start check, as saved on this tablet. */
export interface ShiftCheck {
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** Who did it; null if nobody was signed in. */
  readonly by: string | null
  /** How many points were not ok. */
  readonly open: number
}

const key = 'shift-check'

export function readCheck(): ShiftCheck | undefined {
  try {
    const kept: unknown = JSON.parse(readSaved(key) ?? 'null')
    if (!isRecord(kept)) return undefined
    const { at, by, open } = kept
    const isWhole = typeof at === 'string' && Number.isFinite(Date.parse(at)) && typeof open === 'number'
    return isWhole ? { at, by: typeof by === 'string' ? by : null, open } : undefined
  } catch {
    return undefined
  }
}

export const saveCheck = (check: ShiftCheck): void => keep(key, JSON.stringify(check))
