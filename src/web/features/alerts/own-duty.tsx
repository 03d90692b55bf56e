import { alerts, type Duty } from '#contract/desk/alerts.ts'
import { type BodyOf } from '#contract/endpoint.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Switch, TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { useAlertChange } from './alert-queries.ts'
import { failureWords } from './alert-words.ts'

export type DutyChanges = BodyOf<typeof alerts.changeDuty>

/** Saves changes to when a person is told, one after the other. */
export const useDutyChange = ({ person: { id } }: Duty) =>
  useAlertChange(
    async (body: DutyChanges) => (await callDesk(alerts.changeDuty, { params: { personId: id }, body })).data,
    `duty ${id}`,
  )

const usualHours = { from: '22:00', to: '08:00' } as const
const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** When the signed-in person may be told. Each change is saved at once. */
export function OwnDuty({ duty }: { readonly duty: Duty }) {
  const t = useTranslate()
  const { mutate, variables, isPending, isSuccess, error } = useDutyChange(duty)
  // Shows a change before its answer.
  const shown = Object.assign({}, duty, isPending ? variables : {})
  const isQuiet = shown.quiet_from !== null && shown.quiet_to !== null
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-4">
      <Switch
        label={t('alerts.onDuty')}
        hint={t('alerts.onDutyHint')}
        checked={shown.is_on_duty}
        onChange={(is_on_duty) => mutate({ is_on_duty })}
      />
      <Switch
        label={t('alerts.quiet')}
        hint={t(duty.is_owner ? 'alerts.quietHintOwner' : 'alerts.quietHint')}
        checked={isQuiet}
        onChange={(next) =>
          mutate({
            quiet_from: next ? usualHours.from : null,
            quiet_to: next ? usualHours.to : null,
            time_zone: zoneHere(),
          })
        }
      />
      {isQuiet && (
        <QuietHours
          from={shown.quiet_from ?? ''}
          to={shown.quiet_to ?? ''}
          zone={shown.time_zone}
          onChange={(from, to) => mutate({ quiet_from: from, quiet_to: to, time_zone: zoneHere() })}
        />
      )}
      <div role="status" className="empty:hidden">
        {error && <Message look="red">{failureWords(error, t)}</Message>}
        {isSuccess && <p className="font-semibold text-good">{t('alerts.saved')}</p>}
      </div>
    </div>
  )
}

interface QuietHoursProps {
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly onChange: (from: string, to: string) => void
}

/** Both times of day. A time that is being typed is not saved before it is whole. */
function QuietHours({ from, to, zone, onChange }: QuietHoursProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState({ from, to })
  function change(changed: Partial<typeof typed>) {
    const next = { ...typed, ...changed }
    setTyped(next)
    if (next.from && next.to) onChange(next.from, next.to)
  }
  return (
    <div className="flex flex-col gap-1">
      <div className="grid max-w-md grid-cols-2 gap-3">
        <TextField
          type="time"
          label={t('alerts.quietFrom')}
          value={typed.from}
          onChange={({ target }) => change({ from: target.value })}
        />
        <TextField
          type="time"
          label={t('alerts.quietTo')}
          value={typed.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </div>
      {zone !== zoneHere() && <p className="text-sm text-faint">{t('alerts.zone', { zone })}</p>}
    </div>
  )
}
