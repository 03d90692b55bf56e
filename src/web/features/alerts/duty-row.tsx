import type { Duty } from '#contract/desk/alerts.ts'
import { Switch } from '#web/components/field.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { formatSent, useToday } from '#web/format/times.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { useId } from 'react'
import { failureWords, quietWords } from './alert-words.ts'
import { useDutyChange } from './own-duty.tsx'

/** A person as a manager sees them: whether they are told, when not, and on which phones. */
export function DutyRow({ duty }: { readonly duty: Duty }) {
  const t = useTranslate()
  const name = useId()
  const { mutate, variables, isPending, error } = useDutyChange(duty)
  // Shows a change before its answer.
  const shown = Object.assign({}, duty, isPending ? variables : {})
  const quiet = quietWords(shown, t)
  return (
    <li aria-labelledby={name} className="flex flex-col gap-2 px-4 py-3">
      <div className="grid gap-x-6 gap-y-2 tablet:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex min-w-0 flex-col justify-center">
          <h3 id={name} className="font-bold">
            <ServiceText>{duty.person.name}</ServiceText>
          </h3>
          <Phones phones={duty.phones} />
          {quiet !== undefined && <p className="text-sm text-soft">{quiet}</p>}
        </div>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Switch
            label={t('alerts.onDuty')}
            checked={shown.is_on_duty}
            onChange={(is_on_duty) => mutate({ is_on_duty })}
          />
          <Switch label={t('alerts.owner')} checked={shown.is_owner} onChange={(is_owner) => mutate({ is_owner })} />
        </div>
      </div>
      <ChangeFailure error={error} words={failureWords} />
    </li>
  )
}

function Phones({ phones }: Pick<Duty, 'phones'>) {
  const t = useTranslate()
  const language = useLanguage()
  useToday()
  if (phones.length === 0) return <p className="text-sm text-soft">{t('alerts.noPhone')}</p>
  return (
    <ul className="text-sm text-soft">
      {phones.map(({ id, name, delivered_at: deliveredAt }) => (
        <li key={id}>
          <ServiceText>{name}</ServiceText> ·{' '}
          {deliveredAt === null
            ? t('alerts.neverAlerted')
            : t('alerts.lastAlert', { time: formatSent(deliveredAt, language, t, { isShort: true }) })}
        </li>
      ))}
    </ul>
  )
}
