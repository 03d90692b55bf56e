import type { HandOverKind } from '#contract/desk/marks.ts'
import { isRecord } from '#contract/json.ts'
import { Unreadable } from '#contract/salvage.ts'
import { orderEndpoints } from '#contract/vendor/order-endpoints.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { readOrder } from '#contract/vendor/order.ts'
import { foldCode } from '#domain/search-text.ts'
import { ask, throughDesk } from '#web/api/http/call.ts'
import { Failure } from '#web/api/http/failure.ts'
import { Drawing } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useId, useRef, useState } from 'react'

interface CodeFieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly typed: string
  readonly onType: (text: string) => void
}

/** The large input of a code. The browser does not store it. */
export function CodeField({ label, error, typed, onType }: CodeFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-lg font-semibold">
        {label}
      </label>
      <input
        id={id}
        dir="ltr"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        className="min-h-18 w-full rounded border-2 border-edge bg-raised px-4 text-center text-2xl font-bold tracking-widest text-strong tabular-nums aria-invalid:border-red"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-said`}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <p id={`${id}-said`} role="status" className="text-red">
        {error}
      </p>
    </div>
  )
}

/**
 * Reads the order's current code from the service, which may issue it late or change it.
 * @returns undefined if there is none.
 * @throws {Failure}
 */
async function readHandOverCode(orderId: OrderId, kind: HandOverKind): Promise<string | undefined> {
  const { body } = await ask(throughDesk(orderEndpoints.getOrder), { params: { orderId } })
  const order = isRecord(body) ? readOrder(orderId, body['data']) : undefined
  const code = kind === 'pickup' ? order?.pickup_otp : order?.return_otp
  if (!order || code instanceof Unreadable) throw new Failure('vendor_unreadable', 'The code cannot be read.')
  return code?.trim() === '' ? undefined : code
}

/** Whether two codes are equal, regardless of spaces and of the script of their digits. Leading zeros count. */
const isSameCode = (typed: string, code: string): boolean => hasCode(typed) && foldCode(typed) === foldCode(code)

/** Whether the typed text contains a code. */
export const hasCode = (typed: string): boolean => foldCode(typed) !== ''

const looks = { match: 'bg-good', mismatch: 'bg-red' }
const signs = { match: 'M4 12.5l5.5 5.5L20 6.5', mismatch: 'M6 6l12 12M18 6 6 18' }

/** The result of the comparison, readable from across the counter by symbol and word, not by colour alone. */
export function Verdict({ is }: { readonly is: 'match' | 'mismatch' }) {
  const t = useTranslate()
  return (
    <div
      role="alert"
      className={`${looks[is]} flex flex-col items-center gap-2 rounded px-4 py-8 text-center text-raised slim:gap-1 max-tablet:py-4 short:grid short:grid-cols-[auto_1fr] short:gap-x-4 short:gap-y-0 short:py-2 short:text-start`}
    >
      <Drawing path={signs[is]} className="size-24 slim:size-20 short:row-span-2 short:size-16" />
      <p className="text-[clamp(2.5rem,12vw,4.5rem)] leading-tight font-extrabold short:text-2xl">
        {t(`handover.${is}`)}
      </p>
      <p className="text-lg short:text-base">{t(`handover.${is}Hint`)}</p>
    </div>
  )
}

/** The state of a comparison. `waiting`: for input. `none`: the service has no code. */
export type Comparison =
  | { readonly is: 'waiting' | 'reading' | 'match' | 'mismatch' | 'none' }
  | { readonly is: 'failed'; readonly failure: Failure }

const waiting: Comparison = { is: 'waiting' }

/**
 * Compares the typed text with the service's current code. The comparison happens in the browser; the typed text is
 * neither stored nor sent.
 */
export function useComparison(orderId: OrderId, kind: HandOverKind) {
  const [comparison, setComparison] = useState(waiting)
  // A result for an older text is dropped.
  const run = useRef(0)

  useEffect(() => {
    let isLeft = false
    // Tells at once if the order has no code.
    const check = async () => {
      const code = await readHandOverCode(orderId, kind).catch(() => '')
      if (code === undefined && !isLeft) setComparison((now) => (now.is === 'waiting' ? { is: 'none' } : now))
    }
    void check()
    return () => {
      isLeft = true
    }
  }, [orderId, kind])

  async function compare(typed: string): Promise<void> {
    run.current += 1
    const current = run.current
    setComparison({ is: 'reading' })
    const next = await compareOnce(orderId, kind, typed)
    if (run.current === current) setComparison(next)
  }

  function forget(): void {
    run.current += 1
    setComparison((now) => (now.is === 'none' ? now : waiting))
  }

  return { comparison, compare, forget }
}

async function compareOnce(orderId: OrderId, kind: HandOverKind, typed: string): Promise<Comparison> {
  try {
    const code = await readHandOverCode(orderId, kind)
    if (code === undefined) return { is: 'none' }
    return { is: isSameCode(typed, code) ? 'match' : 'mismatch' }
  } catch (error) {
    return { is: 'failed', failure: error instanceof Failure ? error : new Failure('internal', String(error)) }
  }
}
