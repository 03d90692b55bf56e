import { cancelReasonsQuery, type ReadCancelReason } from './cancel-reasons-query.ts'
import type { OrderView } from '#client/order.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Message } from '#ui/message.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { linesMeant } from '#features/orders/answer/hold/lines-meant.ts'
import { OrderAsked } from '#features/orders/order-asked.tsx'
import { ReasonOfList } from './reason-of-list.tsx'
import { ReasonInOwnWords } from './reason-in-own-words.tsx'
import { SignInNotice } from '#features/orders/sign-in-notice.tsx'

interface RejectDialogProps {
  readonly view: OrderView
  /** What was chosen, and undone before it was sent. */
  readonly undone: RejectBody | undefined
  readonly onClose: () => void
  readonly onSend: (body: RejectBody) => void
}

/** Asks for the reason of a rejection: one of the service's own, or, where they cannot be had, a code and a text. */
export function RejectDialog({ view, undone, onClose, onSend }: RejectDialogProps) {
  const say = useWords()
  const reasons = useQuery(cancelReasonsQuery())
  const [withoutList, setWithoutList] = useState(false)
  // Somebody else may accept it while this stands open, or its customer change it: whoever began to reject meant the
  // order as it was.
  const [laneAtFirst] = useState(view.lane)
  const isAccepted = laneAtFirst === 'answer' && view.lane === 'preparing'
  const lineChanges = useLineChanges(view)
  const isOther = view.lane !== laneAtFirst || lineChanges > 0
  const meant = `${view.lane} ${lineChanges}`
  // Reasons of up to a minute ago stand in, but only once a new reading has failed.
  const isReading =
    reasons.isPending ||
    (reasons.isFetching && !reasons.isRefetchError && reasons.isStale && !reasons.isFetchedAfterMount)
  return (
    <Dialog title={say('reject.title')} beside={<OrderAsked view={view} />} onClose={onClose}>
      <SignInNotice />
      {isOther && (
        <div className="px-6 pb-3">
          <Message role="alert" look="amber">
            {say(isAccepted ? 'reject.meanwhile' : 'reject.changed')}
          </Message>
        </div>
      )}
      {withoutList ? (
        <ReasonInOwnWords key={meant} onCancel={onClose} onSend={onSend} />
      ) : isReading ? (
        <ReadingReasons onCancel={onClose} />
      ) : reasons.data && reasons.data.length > 0 ? (
        <ReasonOfList
          key={meant}
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

/** How often the lines have become others since this was opened; that they came to be known is no change. */
function useLineChanges({ order }: OrderView): number {
  const lines = linesMeant(order)
  const [known, setKnown] = useState({ lines, changes: 0 })
  if (lines !== undefined && lines !== known.lines)
    setKnown({ lines, changes: known.changes + (known.lines === undefined ? 0 : 1) })
  return known.changes
}

function ReadingReasons({ onCancel }: { readonly onCancel: () => void }) {
  const say = useWords()
  return (
    <>
      <DialogBody>
        <p role="status">{say('reject.loading')}</p>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="min-h-12" />
        ))}
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{say('reject.cancel')}</Button>
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

/** A shop must be able to reject even so; by its own choice, not by default. */
function NoReasons({ reasons, onCancel, onRetry, onWithoutList }: NoReasonsProps) {
  const say = useWords()
  return (
    <>
      <DialogBody>
        <Message role="alert" look="red">
          {say(reasons ? 'reject.noReasons' : 'reject.failed')}
        </Message>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={onRetry}>
            {say('failure.retry')}
          </Button>
          <Button onClick={onWithoutList}>{say('reject.withoutList')}</Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{say('reject.cancel')}</Button>
      </DialogActions>
    </>
  )
}
