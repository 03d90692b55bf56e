import { keep, readSaved } from '#web/api/preferences.ts'
import { isRecord } from '#contract/json.ts'

/** What came of a check at the start of a shift, as this tablet keeps it. */
export interface ShiftCheck {
  /** ISO 8601, on the server's clock. */
  readonly at: string
  /** Who made it; nothing where nobody was signed in. */
  readonly by: string | null
  /** How much of it was not well. */
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
