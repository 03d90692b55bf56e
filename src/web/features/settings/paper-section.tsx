import { savePaper, savePrintMethod, papers, readPaper, readPrintMethod, printMethods } from '#web/api/preferences.ts'
import { requestTicket } from '#web/api/screen-state.ts'
import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'
import { Choices, SettingsSection } from './settings-section.tsx'

/** The paper of this tablet's printer, and whether it prints automatically. */
export function PaperSection() {
  const t = useTranslate()
  const [paper, setPaper] = useState(readPaper)
  const [way, setWay] = useState(readPrintMethod)
  return (
    <SettingsSection title={t('paper.title')}>
      <Choices
        legend={t('paper.size')}
        name="paper"
        values={papers}
        chosen={paper}
        label={(each) => t(`paper.${each}`)}
        onChoose={(chosen) => {
          setPaper(chosen)
          savePaper(chosen)
        }}
      />
      <Choices
        legend={t('paper.byItself')}
        hint={t(`paper.byHint.${way}`)}
        name="print-by-itself"
        values={printMethods}
        chosen={way}
        label={(each) => t(`paper.by.${each}`)}
        onChoose={(chosen) => {
          setWay(chosen)
          savePrintMethod(chosen)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => requestTicket(undefined)}>{t('paper.test')}</Button>
        <p className="text-sm text-faint">{t('paper.testHint')}</p>
      </div>
    </SettingsSection>
  )
}
