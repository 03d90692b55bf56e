import { cancelReasonsQuery, type ReadCancelReason, ReasonInOwnWords, ReasonOfList } from './reason-fields.tsx'
import type { OrderView } from '#web/api/order.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linesMeant } from '#web/features/orders/answer/use-held-answer.ts'
import { SignInNotice } from '#web/features/orders/answer/sign-in-notice.tsx'
import { OrderRequested } from '#web/features/orders/order-notices.tsx'

interface RejectDialogProps {
  readonly view: OrderView
  /** Opened to ask the customer about missing items, and not to reject the order. */
  readonly isAsking?: boolean
  /** A rejection that was undone before it was sent. */
  readonly undone: RejectBody | undefined
  readonly onClose: () => void
  readonly onSend: (body: RejectBody) => void
}

/** Asks for the reason of a rejection: one of the service's list, or a code and a text if the list is unavailable. */
export function RejectDialog({ view, isAsking = false, undone, onClose, onSend }: RejectDialogProps) {
  const t = useTranslate()
  const reasons = useQuery(cancelReasonsQuery())
  const [withoutList, setWithoutList] = useState(false)
  // The form resets if the order changes while the dialog is open, because the rejection was meant for the order as it was.
  const [laneAtFirst] = useState(view.lane)
  const isAccepted = laneAtFirst === 'answer' && view.lane === 'preparing'
  const lineChanges = useLineChanges(view)
  const isOther = view.lane !== laneAtFirst || lineChanges > 0
  const orderState = `${view.lane} ${lineChanges}`
  // Cached reasons are only used once a new read has failed.
  const isReading =
    reasons.isPending ||
    (reasons.isFetching && !reasons.isRefetchError && reasons.isStale && !reasons.isFetchedAfterMount)
  return (
    <Dialog
      title={t(isAsking ? 'reject.askTitle' : 'reject.title')}
      beside={<OrderRequested view={view} />}
      onClose={onClose}
    >
      <SignInNotice />
      {isOther && (
        <div className="px-6 pb-3">
          <Message role="alert" look="amber">
            {t(isAccepted ? 'reject.meanwhile' : 'reject.changed')}
          </Message>
        </div>
      )}
      {withoutList ? (
        <ReasonInOwnWords key={orderState} onCancel={onClose} onSend={onSend} />
      ) : isReading ? (
        <ReadingReasons onCancel={onClose} />
      ) : reasons.data && reasons.data.length > 0 ? (
        <ReasonOfList
          key={orderState}
          view={view}
          undone={isOther ? undefined : undone}
          reasons={reasons.data}
          areOld={reasons.isRefetchError}
          onCancel={onClose}
          onSend={onSend}
        />
      ) : (
        <NoReasons
          reasons={reasons.data}
          onCancel={onClose}
          onRetry={() => void reasons.refetch()}
          onWithoutList={() => setWithoutList(true)}
        />
      )}
    </Dialog>
  )
}

/** How often the lines have changed since the dialog opened. The first read of unknown lines does not count. */
function useLineChanges({ order }: OrderView): number {
  const lines = linesMeant(order)
  const [known, setKnown] = useState({ lines, changes: 0 })
  if (lines !== undefined && lines !== known.lines)
    setKnown({ lines, changes: known.changes + (known.lines === undefined ? 0 : 1) })
  return known.changes
}

function ReadingReasons({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTranslate()
  return (
    <>
      <DialogBody>
        <p role="status">{t('reject.loading')}</p>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="min-h-12" />
        ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{t('reject.cancel')}</Button>
      </DialogActions>
    </>
  )
}

interface NoReasonsProps {
  readonly reasons: readonly ReadCancelReason[] | undefined
  readonly onCancel: () => void
  readonly onRetry: () => void
  readonly onWithoutList: () => void
}

/** Lets the shop reject without the list, but only by an explicit choice. */
function NoReasons({ reasons, onCancel, onRetry, onWithoutList }: NoReasonsProps) {
  const t = useTranslate()
  return (
    <>
      <DialogBody>
        <Message role="alert" look="red">
          {t(reasons ? 'reject.noReasons' : 'reject.failed')}
        </Message>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={onRetry}>
            {t('failure.retry')}
          </Button>
          <Button onClick={onWithoutList}>{t('reject.withoutList')}</Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{t('reject.cancel')}</Button>
      </DialogActions>
    </>
  )
}
