import { alerts, type Duty, type Ladder, ladderSteps, type Rung, rungs } from '#contract/desk/alerts.ts'
import { callDesk } from '#web/api/http/call.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { listNames } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useAlertChange } from './alert-queries.ts'
import { failureWords, stepWords } from './alert-words.ts'
import { Part } from './part.tsx'

interface LadderStepsProps {
  readonly ladder: Ladder
  readonly duties: readonly Duty[]
  readonly windowSeconds: number
}

/** The steps at which an unanswered order is told of, and whom each tells. */
export function LadderSteps({ ladder, duties, windowSeconds }: LadderStepsProps) {
  const t = useTranslate()
  const language = useLanguage()
  const { mutate, variables, isPending, error } = useAlertChange(
    async (body: Pick<Ladder, 'call_from' | 'owner_from'>) => callDesk(alerts.changeLadder, { body }),
    'ladder',
  )
  const { call_from, owner_from } = (isPending && variables) || ladder
  const from: Readonly<Record<Rung, number>> = { phone: 1, call: call_from, owner: owner_from }
  const steps = Object.fromEntries(ladderSteps.map((step) => [step, t('alerts.step', { step })]))
  const shownRungs = rungs.filter((rung) => rung !== 'call' || ladder.calls.length > 0)
  const hasOwner = duties.some(({ is_owner: isOwner, phones }) => isOwner && phones.length > 0)
  return (
    <Part title={t('alerts.ladder')}>
      <div className="flex flex-col gap-4 rounded border border-line bg-raised p-4">
        <ol className="flex flex-col gap-3">
          {ladderSteps.map((step) => (
            <li key={step} className="grid gap-x-4 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <p>
                <span className="font-bold">{t('alerts.step', { step })}</span>{' '}
                <span className="text-sm text-soft">{stepWords(step, windowSeconds, language, t)}</span>
              </p>
              <p className="font-semibold">
                {listNames(
                  shownRungs.filter((rung) => from[rung] <= step).map((rung) => t(`alerts.rung.${rung}`)),
                  language,
                )}
              </p>
            </li>
          ))}
        </ol>
        <p className="text-sm text-soft">{t('alerts.ladderHint')}</p>
        <div className="grid grid-cols-2 items-end gap-3">
          {shownRungs.includes('call') && (
            <SelectField
              label={t('alerts.callFrom')}
              value={String(call_from)}
              options={steps}
              onChange={(value) => mutate({ call_from: Number(value), owner_from })}
            />
          )}
          <SelectField
            label={t('alerts.ownerFrom')}
            value={String(owner_from)}
            options={steps}
            onChange={(value) => mutate({ call_from, owner_from: Number(value) })}
          />
        </div>
        <ChangeFailure error={error} words={failureWords} />
        <Calls ladder={ladder} />
        {!hasOwner && <p className="text-sm text-amber">{t('alerts.noOwner')}</p>}
      </div>
    </Part>
  )
}

/** Where calls go, which whoever runs the server has set. */
function Calls({ ladder: { calls, is_signed: isSigned } }: Pick<LadderStepsProps, 'ladder'>) {
  const t = useTranslate()
  const language = useLanguage()
  if (calls.length === 0) return <p className="text-sm text-soft">{t('alerts.noCalls')}</p>
  return (
    <p className="text-sm text-soft">
      {t('alerts.calls', { names: listNames(calls, language) })} {t(isSigned ? 'alerts.signed' : 'alerts.unsigned')}
    </p>
  )
}
