import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import type { CheckedInstrument } from './checks.ts'
import { readCheck } from './saved-check.ts'
import { ShiftReport } from './shift-report.tsx'
import { StartCheck } from './start-check.tsx'

interface ShiftScreenProps {
  readonly instrument: CheckedInstrument
}

/** `/shift`: the check at its start, and the results at its end. */
export function ShiftScreen({ instrument }: ShiftScreenProps) {
  const t = useTranslate()
  const [check, setCheck] = useState(readCheck)
  return (
    <div className="flex w-full max-w-4xl flex-col gap-5 pb-8">
      <title>{`${t('shift.title')} · ${t('app.name')}`}</title>
      <h1 className="text-xl font-bold">{t('shift.title')}</h1>
      <StartCheck instrument={instrument} check={check} onChecked={setCheck} />
      <ShiftReport check={check} />
    </div>
  )
}
