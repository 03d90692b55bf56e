import { patterns } from '#contract/screen-paths.ts'
import { scanTaker } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { isDialogOpen } from '#web/components/open-dialogs.ts'
import { keepClear } from '#web/components/keep-clear.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { barcodeWords } from '#web/format/barcode-words.ts'
import { shownOrder } from '#web/format/order-number.ts'
import { Quantity } from '#web/format/value.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { blockScan, ScanBlocked, ScanButton } from './scan-button.tsx'
import type { FoundOrder } from './scan-target.ts'
import { type Choice, useScan } from './use-scan.ts'
import { watchKeys } from './watch-keys.ts'
import { Fragment, useEffect, useEffectEvent } from 'react'
import { matchPath, useLocation } from 'react-router'

interface ChoiceDialogProps {
  readonly choice: Choice
  readonly onChoose: (order: FoundOrder) => void
  readonly onClose: () => void
}

/** Asks which of several open orders a scan was meant for. */
function ChoiceDialog({ choice, onChoose, onClose }: ChoiceDialogProps) {
  const t = useTranslate()
  const language = useLanguage()
  const hint = barcodeWords(choice.orders[0]?.reading, t, language)
  return (
    <Dialog title={t('scan.choose')} onClose={onClose}>
      <DialogBody>
        <p className="text-soft">{t('scan.chooseHint', { code: choice.code })}</p>
        {hint !== undefined && <p className="font-semibold">{hint}</p>}
        <ul className="flex flex-col gap-2">
          {choice.orders.map((order) => (
            <li key={order.orderId}>
              <button
                type="button"
                className="flex min-h-14 w-full flex-wrap items-center gap-x-4 rounded border border-edge px-4 py-2 text-start hover:bg-sunken active:bg-sunken"
                onClick={() => onChoose(order)}
              >
                <Digits className="text-xl font-extrabold">{order.number}</Digits>{' '}
                <ServiceText className="min-w-0 flex-1">{order.customer ?? '—'}</ServiceText>{' '}
                {order.lines.length > 0 && (
                  <span className="text-lg font-bold">
                    <Quantities of={order} />
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('scan.cancel')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** The quantities of all matching lines, because the same product may be on two lines with different notes. */
const Quantities = ({ of: { lines } }: { readonly of: FoundOrder }) =>
  lines.map(({ key, quantity }, index) => (
    <Fragment key={key}>
      {index > 0 && ' + '}
      <Quantity of={quantity ?? '?'} />
    </Fragment>
  ))

const { orders, order, history, items, item, categories, brands, attributes } = patterns
const ofCatalog = [items, item, categories, brands, attributes]
/** Screens on which scans lead somewhere. */
const withScanner = [orders, order, history, ...ofCatalog]

/**
 * On the board and on an order, a scanned code leads to its order line, else to its item, else to the closed order with
 * that number; in the catalog, to its item first. On other screens and under a dialog it leads nowhere: its keys are
 * swallowed, and a message says where to scan or what to close.
 */
export function Scan() {
  const { pathname } = useLocation()
  const shownId = shownOrder(pathname)
  const isAt = (pattern: string) => matchPath(pattern, pathname) !== null
  const { scan, found, choice, choose, leaveChoice } = useScan({ shownId, isAmongItems: ofCatalog.some(isAt) })
  const taker = useStore(scanTaker)
  const isLeading = withScanner.some(isAt)
  const t = useTranslate()
  const onScan = useEffectEvent((code: string) => {
    if (isDialogOpen()) blockScan()
    else if (isLeading) scan(code)
    else notifyBriefly(t('scan.elsewhere'))
  })
  // Another dialog may have opened over the camera.
  const onRead = (code: string) => (isDialogOpen() ? blockScan() : scan(code))
  useEffect(() => watchKeys((code) => onScan(code)), [])
  return (
    <>
      {isLeading && <ScanButton isBesideOrder={shownId !== undefined && taker?.orderId !== shownId} onScan={onRead} />}
      {found && <Found of={found} />}
      <ScanBlocked />
      {choice && <ChoiceDialog choice={choice} onChoose={choose} onClose={leaveChoice} />}
    </>
  )
}

/** Shows what was found above the bottom bar, without blocking it. */
function Found({ of: { number, lines, reading } }: { readonly of: FoundOrder }) {
  const t = useTranslate()
  const hint = barcodeWords(reading, t, useLanguage())
  return (
    <div ref={keepClear} className="no-print pointer-events-none fixed inset-x-4 z-20 flex justify-center">
      <div
        role="status"
        className="rounded border-2 border-accent bg-accent-tint px-5 py-3 text-lg font-bold text-strong shadow-lg"
      >
        {lines.length === 0 && <p>{t('order.number', { number })}</p>}
        {lines.map((line) => (
          <p key={line.key}>
            {line.quantity !== undefined && <Quantity of={line.quantity} />} <ServiceText>{line.name}</ServiceText>
          </p>
        ))}
        {hint !== undefined && <p className="font-semibold">{hint}</p>}
      </div>
    </div>
  )
}
