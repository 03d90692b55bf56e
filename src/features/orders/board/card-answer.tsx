import { useNavigate } from '#client/navigation.tsx'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { AnswerStatus } from '#features/orders/answer/answer-status.tsx'
import { AnswerFailure } from '#features/orders/answer/later.ts'
import { useAnswer } from '#features/orders/answer/use-answer.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Fallback } from '#ui/fallback.tsx'
import { useWords } from '#words/words.tsx'

/** The next thing to do, on the card itself; everything else is behind a tap on the card. */
export function CardAnswer({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  const answer = useAnswer(order)
  const navigate = useNavigate()
  return (
    <div className="flex flex-col gap-2 px-3 pb-3">
      {/* The card goes once it is done; the herald says then where the order is. */}
      {answer.state.step !== 'done' && <AnswerStatus state={answer.state} held={undefined} seconds={0} status="" />}
      {answer.state.step === 'failed' && (
        <Fallback instead={say('failure.noContact')}>
          <AnswerFailure state={answer.state} onDigital={() => navigate(paths.order(order.id))} />
        </Fallback>
      )}
      <Button
        look="primary"
        size="large"
        isBusy={answer.isPending}
        onClick={() => void answer.send({ action: 'accept' })}
      >
        {say('action.accept')}
      </Button>
    </div>
  )
}
