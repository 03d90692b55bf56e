import type { OrderRow } from '#contract/desk/inbox.ts'
import { orderItems } from '#contract/vendor/order.ts'
import { boardQuery } from '#web/api/board.ts'
import { serverNow } from '#web/api/http/server-clock.ts'
import { orderOfRow } from '#web/api/order.ts'
import { readIsSpoken, readReminderMinutes } from '#web/api/announcement-preferences.ts'
import { notifyBriefly } from '#web/api/toasts.ts'
import { createNewOrders } from '#web/features/ring/aloud/new-orders.ts'
import { createReadyReminder } from '#web/features/ring/aloud/ready-reminder.ts'
import { tabletVoice, type Voice } from '#web/tablet/voice.ts'
import { ringingRows } from '#web/features/ring/chain/ring-status.ts'
import { tabletInstrument } from '#web/tablet/instrument.ts'
import { orderNumber } from '#domain/order-number.ts'
import { listNames } from '#web/i18n/format.ts'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ringBeats } from './ring-beats.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

interface RingFollowersProps {
  readonly voice?: Voice
  readonly remind?: () => void
}

/** Says new orders aloud and reminds of ready ones, if this tablet's settings say so. The ring does not depend on it. */
export function RingFollowers({ voice = tabletVoice(), remind = tabletInstrument().sound.remind }: RingFollowersProps) {
  const t = useTranslate()
  const language = useLanguage()
  const queries = useQueryClient()
  const [newOrders] = useState(createNewOrders)
  const [reminder] = useState(createReadyReminder)

  const follow = useEffectEvent(() => {
    const beat = ringBeats.read()
    const rows = queries.getQueryData(boardQuery().queryKey)?.data
    // Once the board is read, its orders are not new.
    if (!beat || !rows) return
    const orders = { now: beat.now, board: rows.map(idOf), ringing: ringingRows(queries).map(idOf) }
    const begun = newOrders.take(orders, voice.isSpeaking())
    if (begun.length > 0 && readIsSpoken()) void voice.say(spokenText(begun, rows, t), language)
    const waiting = reminder.due(rows, serverNow(), readReminderMinutes(), beat.isQuiet)
    if (waiting.length === 0) return
    remind()
    const numbers = rows.filter(({ order_id: id }) => waiting.includes(id)).map((row) => orderNumber(orderOfRow(row)))
    notifyBriefly(t('ring.uncollected', { count: numbers.length, numbers: listNames(numbers, language) }))
  })
  useEffect(() => ringBeats.watch(() => follow()), [])
  useUnlock(voice)
  return null
}

const idOf = ({ order_id: id }: OrderRow): string => id

function spokenText(ids: readonly string[], rows: readonly OrderRow[], t: Translate): string {
  if (ids.length > 1) return t('ring.spokenOrders', { count: ids.length })
  const row = rows.find(({ order_id: id }) => id === ids[0])
  const count = row ? orderItems(orderOfRow(row)).length : 0
  // The service may not have shown the order yet.
  return count === 0 ? t('ring.spokenOrders', { count: 1 }) : t('ring.spokenOrder', { count })
}

function useUnlock(voice: Voice): void {
  useEffect(() => {
    const unlock = () => readIsSpoken() && voice.unlock()
    document.addEventListener('click', unlock, { once: true, capture: true })
    return () => document.removeEventListener('click', unlock, { capture: true })
  }, [voice])
}
