import { keepPaper, keepWayToPrint, papers, readPaper, readWayToPrint, waysToPrint } from '#client/tablet/paper.ts'
import { wishTicket } from '#client/tickets.ts'
import { Button } from '#ui/button.tsx'
import { useWords } from '#words/words.tsx'
import { useState } from 'react'
import { Choices } from './choices.tsx'
import { SettingsSection } from './settings-section.tsx'

/** What this tablet's printer holds, and when it is asked to print. */
export function PaperSection() {
  const say = useWords()
  const [paper, setPaper] = useState(readPaper)
  const [way, setWay] = useState(readWayToPrint)
  return (
    <SettingsSection title={say('paper.title')}>
      <Choices
        legend={say('paper.size')}
        name="paper"
        values={papers}
        chosen={paper}
        label={(each) => say(`paper.${each}`)}
        onChoose={(chosen) => {
          setPaper(chosen)
          keepPaper(chosen)
        }}
      />
      <Choices
        legend={say('paper.byItself')}
        hint={say(`paper.byHint.${way}`)}
        name="print-by-itself"
        values={waysToPrint}
        chosen={way}
        label={(each) => say(`paper.by.${each}`)}
        onChoose={(chosen) => {
          setWay(chosen)
          keepWayToPrint(chosen)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => wishTicket(undefined)}>{say('paper.test')}</Button>
        <p className="text-sm text-faint">{say('paper.testHint')}</p>
      </div>
    </SettingsSection>
  )
}
