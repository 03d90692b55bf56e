import type { PreparedTicket } from './prepare-ticket.ts'
import { TestTicket } from './test-ticket.tsx'
import { TicketRoll } from './ticket-roll.tsx'
import { Ticket } from './ticket.tsx'

interface PreparedRollProps {
  readonly ticket: PreparedTicket
  readonly onBegun: () => void
  readonly onPrinted: () => void
}

/** A ticket for each bag. */
export function PreparedRoll({ ticket, onBegun, onPrinted }: PreparedRollProps) {
  const { wish, view, paper, copy, askedAt } = ticket
  return (
    <TicketRoll paper={paper} onBegun={onBegun} onPrinted={onPrinted}>
      {view ? (
        Array.from({ length: wish.bags }, (_, index) => (
          <Ticket
            key={index}
            view={view}
            paper={paper}
            bag={index + 1}
            bags={wish.bags}
            copy={copy}
            askedAt={askedAt}
          />
        ))
      ) : (
        <TestTicket paper={paper} askedAt={askedAt} />
      )}
    </TicketRoll>
  )
}
