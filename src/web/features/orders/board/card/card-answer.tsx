import type { OrderRow } from '#contract/desk/inbox.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { AnswerStatus } from '#web/features/orders/answer/answer-status.tsx'
import { codesWanted } from '#web/features/orders/answer/codes/codes-wanted.ts'
import { LastWord } from '#web/features/orders/answer/last-word.tsx'
import { AnswerFailure } from '#web/features/orders/answer/answer-failure.tsx'
import { tellAccepted } from '#web/features/orders/answer/tell-other-screens.ts'
import { useAnswer } from '#web/features/orders/answer/use-answer.ts'
import { slowMs, useLease } from '#web/features/orders/answer/lease/use-lease.ts'
import { isUnreconciled } from '#web/features/orders/order-can.ts'
import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useId } from 'react'
import { useNavigate } from 'react-router'

interface CardAnswerProps {
  readonly row: OrderRow
  readonly order: ReadOrder
}

/** The next thing to do, on the card itself; everything else is behind a tap on the card. */
export function CardAnswer({ row, order }: CardAnswerProps) {
  const t = useTranslate()
  const answer = useAnswer(order, true)
  const navigate = useNavigate()
  const id = useId()
  const isChecked = isUnreconciled(row)
  useLease(order.id, answer.isPending, slowMs)

  function enterCodes() {
    codesWanted.of = order.id
    void navigate(paths.order(order.id))
  }

  async function accept() {
    if (await answer.send({ action: 'accept' })) tellAccepted(order, t)
  }

  return (
    <div className="flex flex-col gap-2 px-3 pb-3">
      {/* The card goes once it is done, which is said where it cannot be missed. */}
      {answer.state.step !== 'done' && (
        <AnswerStatus id={id} state={answer.state} held={undefined} seconds={0} status="">
          {isChecked && <LastWord row={row} />}
        </AnswerStatus>
      )}
      {answer.state.step === 'failed' && <AnswerFailure state={answer.state} lane={row.lane} onDigital={enterCodes} />}
      {/* While nobody knows what came of the last answer the desk takes no other one, and the status above says why. */}
      {!isChecked && !answer.isUnknown && (
        <Button
          look="primary"
          size="large"
          isBusy={answer.isPending}
          aria-describedby={answer.isPending ? id : undefined}
          // Where codes are sold on it, an accept without them would be refused, or leave the customer without.
          onClick={() => (row.is_digital ? enterCodes() : void accept())}
        >
          {t('action.accept')}
        </Button>
      )}
    </div>
  )
}
