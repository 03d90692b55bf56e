import { keepPaper, keepWayToPrint, papers, readPaper, readWayToPrint, waysToPrint } from '#client/paper.ts'
import { wishTicket } from '#client/tickets.ts'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/field.tsx'
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
      <Choices legend={say('paper.size')}>
        {papers.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="paper"
            label={say(`paper.${each}`)}
            checked={each === paper}
            onChange={() => {
              setPaper(each)
              keepPaper(each)
            }}
          />
        ))}
      </Choices>
      <Choices legend={say('paper.byItself')} hint={say(`paper.byHint.${way}`)}>
        {waysToPrint.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="print-by-itself"
            label={say(`paper.by.${each}`)}
            checked={each === way}
            onChange={() => {
              setWay(each)
              keepWayToPrint(each)
            }}
          />
        ))}
      </Choices>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => wishTicket(undefined)}>{say('paper.test')}</Button>
        <p className="text-sm text-faint">{say('paper.testHint')}</p>
      </div>
    </SettingsSection>
  )
}
