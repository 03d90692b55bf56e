import type { Unreadable } from '#contract/salvage.ts'
import type { ReadOrder } from '#contract/vendor/order.ts'
import { Digits } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import { Value } from '#reading/value.tsx'

/** The codes for hand-over, to be read across a counter; never on paper. */
export function HandOverCodes({ order }: { readonly order: ReadOrder }) {
  const say = useWords()
  if (!order.pickup_otp && !order.return_otp) return null
  return (
    <section
      aria-label={say('order.pickupCode')}
      className="no-print rounded border-2 border-accent bg-raised px-4 py-3"
    >
      <Code name={say('order.pickupCode')} code={order.pickup_otp} />
      <Code name={say('order.returnCode')} code={order.return_otp} />
      <p className="text-sm text-soft">{say('order.codeHint')}</p>
    </section>
  )
}

const Code = ({ name, code }: { readonly name: string; readonly code: string | Unreadable | undefined }) =>
  code ? (
    <p>
      <span className="text-soft">{name}</span>{' '}
      <span className="block text-2xl font-bold tracking-widest">
        <Value of={code}>{(text) => <Digits>{text}</Digits>}</Value>
      </span>
    </p>
  ) : null
