import { westernDigits } from '#contract/text.ts'
import { boardQuery } from '#web/api/board.ts'
import { useStore } from '#web/api/store.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type Bump, bumps, recallOf } from './bumps.ts'
import type { WatchKeys } from './use-station-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

interface RecallDialogProps {
  readonly watchKeys: WatchKeys
  readonly onRecall: (bump: Bump, lines: readonly string[]) => void
  readonly onClose: () => void
}

/** The last bumped tickets. A press, or the key of its place, takes a ticket's bump back. */
export function RecallDialog({ watchKeys, onRecall, onClose }: RecallDialogProps) {
  const t = useTranslate()
  const rows = useQuery(boardQuery()).data?.data ?? []
  const all = useStore(bumps).map((bump) => ({
    bump,
    recall: recallOf(
      bump,
      rows.find(({ order_id: id }) => id === bump.orderId),
    ),
  }))

  function take(place: number): void {
    const chosen = all[place - 1]
    if (chosen?.recall.is !== 'possible') return
    onRecall(chosen.bump, chosen.recall.lines)
    onClose()
  }
  const onKey = useEffectEvent((key: string) => {
    const digit = Number(westernDigits(key))
    if (digit >= 1) take(digit)
    else if (digit === 0 || key === 'r') onClose()
  })
  useEffect(() => watchKeys((key) => onKey(key), { inDialogs: true }), [watchKeys])

  return (
    <Dialog title={t('station.recallTitle')} onClose={onClose}>
      <DialogBody>
        <p className="text-soft">{t(all.length > 0 ? 'station.recallHint' : 'station.recallNone')}</p>
        <ol className="flex flex-col gap-2">
          {all.map(({ bump, recall }, index) => (
            <li key={bump.orderId} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1">
              <Digits className="grid size-12 place-items-center rounded bg-sunken text-xl font-bold">
                {String(index + 1)}
              </Digits>
              <Digits className="min-w-0 flex-1 text-xl font-extrabold">{bump.number}</Digits>
              {recall.is === 'possible' ? (
                <Button
                  className="min-h-14!"
                  aria-label={t('station.recallOne', { number: bump.number })}
                  onClick={() => take(index + 1)}
                >
                  {t('station.recallBack')}
                </Button>
              ) : (
                <p className="font-semibold text-soft">{t(`station.recall.${recall.is}`)}</p>
              )}
            </li>
          ))}
        </ol>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('station.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
