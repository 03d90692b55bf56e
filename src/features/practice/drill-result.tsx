import type { Drill, DrillStep } from '#contract/desk/practice.ts'
import { Button } from '#ui/button.tsx'
import { Digits } from '#ui/text.tsx'
import { numberingIn } from '#words/digits.ts'
import { formatNumber } from '#words/format-number.ts'
import { numberFormat } from '#words/intl.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useTurnDrill } from './drill-queries.ts'

/** How a drill went: what was done, how long it took, and how often the service was asked. */
export function DrillResult({ drill: { steps } }: { readonly drill: Drill }) {
  const say = useWords()
  const turn = useTurnDrill()
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <section aria-label={say('drill.title')} className="border-t border-line py-3">
      <p role="status" className={`text-lg font-bold ${done === steps.length ? 'text-good' : 'text-amber'}`}>
        {say('drill.over', { done, of: steps.length })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full text-start">
          <thead className="text-sm text-soft">
            <tr>
              <th className="py-1 pe-4 text-start font-semibold">{say('drill.what')}</th>
              <th className="py-1 pe-4 text-end font-semibold">{say('drill.seconds')}</th>
              <th className="py-1 text-end font-semibold">{say('drill.requests')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <StepRow key={step.name} step={step} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-soft">{say('drill.requestsHint')}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button isBusy={turn.isPending} onClick={() => turn.mutate(true)}>
          {say('drill.again')}
        </Button>
        <Button isBusy={turn.isPending} onClick={() => turn.mutate(false)}>
          {say('drill.close')}
        </Button>
      </div>
    </section>
  )
}

const inTenths = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

function StepRow({ step: { name, state, seconds, requests } }: { readonly step: DrillStep }) {
  const say = useWords()
  const language = useLanguage()
  const rounded =
    seconds === null ? '—' : numberFormat(language, { ...inTenths, ...numberingIn(language) }).format(seconds)
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pe-4 text-start font-normal">
        {say(`drill.${name}Was`)}
      </th>
      <td className={`py-2 pe-4 text-end ${state === 'done' ? '' : 'font-semibold text-red'}`}>
        {state === 'done' ? <Digits>{rounded}</Digits> : say('drill.missed')}
      </td>
      <td className="py-2 text-end">
        <Digits>{requests === null ? '—' : formatNumber(requests, language)}</Digits>
      </td>
    </tr>
  )
}
