import { printing, ticketKinds, type TicketKind } from '#contract/desk/printers.ts'
import type { OrderId } from '#contract/vendor/item-id.ts'
import { callDesk } from '#web/api/http/call.ts'
import { requestTicket } from '#web/api/screen-state.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

const mostBags = 9
const counts = Object.fromEntries(Array.from({ length: mostBags }, (_, index) => [index + 1, String(index + 1)]))

/** A ticket on a printer. */
interface Choice {
  readonly id: string
  readonly name: string
  readonly what: TicketKind
}

const keyOf = ({ id, what }: Choice): string => `${id} ${what}`

/**
 * Each ticket on each of the desk's printers: first what a printer prints on demand, and of it the full ticket. Nothing
 * for somebody who is not signed in.
 */
function usePrintChoices(): readonly Choice[] {
  const isSignedIn = Boolean(useQuery(sessionQuery()).data?.staff)
  const { data: printers = [] } = useQuery({
    queryKey: ['printer-choices'],
    queryFn: async ({ signal }) => (await callDesk(printing.choices, { signal })).data,
    enabled: isSignedIn,
  })
  if (!isSignedIn) return []
  const all = ticketKinds
    .toReversed()
    .flatMap((what) => printers.map(({ id, name, prints }) => ({ id, name, what, isUsual: prints.includes(what) })))
  return [...all.filter(({ isUsual }) => isUsual), ...all.filter(({ isUsual }) => !isUsual)]
}

interface PrintTicketProps {
  readonly orderId: OrderId
  /** The copies requested on all tablets; undefined if the desk has no row of the order. */
  readonly copies: number | undefined
}

/** Prints the order's ticket, once for each bag: on one of the desk's printers, or by the browser if there are none. */
export function PrintTicket({ orderId, copies = 0 }: PrintTicketProps) {
  const t = useTranslate()
  const [bags, setBags] = useState('1')
  const [chosen, setChosen] = useState<string>()
  const choices = usePrintChoices()
  const choice = choices.find((each) => keyOf(each) === chosen) ?? choices[0]
  const queries = useQueryClient()
  const print = useMutation({
    mutationFn: ({ id, what }: Choice) =>
      callDesk(printing.printOrder, { params: { orderId }, body: { printer_id: id, what, bags: Number(bags) } }),
    // Finds out if the sign-in has ended, or the printer was removed.
    onError: () =>
      Promise.all([
        queries.invalidateQueries(sessionQuery()),
        queries.invalidateQueries({ queryKey: ['printer-choices'] }),
      ]),
  })
  const printHere = () => requestTicket(orderId, false, Number(bags))
  const sent = print.variables && { printer: print.variables.name }
  return (
    <div className="no-print flex flex-col gap-2">
      <div className="flex items-end gap-2">
        <Button
          className="flex-1"
          isBusy={print.isPending}
          onClick={() => (choice ? print.mutate(choice) : printHere())}
        >
          {t('ticket.print')}
        </Button>
        <div className="w-20">
          <SelectField label={t('ticket.bags')} value={bags} options={counts} onChange={setBags} />
        </div>
      </div>
      {choice && (
        <>
          <SelectField
            label={t('ticket.what')}
            isLabelHidden
            value={keyOf(choice)}
            options={Object.fromEntries(
              choices.map((each) => [keyOf(each), `${t(`ticket.kind.${each.what}`)} · ${each.name}`]),
            )}
            onChange={setChosen}
          />
          <p role="status" className={`text-sm font-semibold empty:hidden ${print.isError ? 'text-red' : 'text-good'}`}>
            {sent && print.isSuccess && t('ticket.sent', sent)}
            {sent && print.isError && t('ticket.notSent', sent)}
          </p>
          <button type="button" className="min-h-12 self-start text-sm underline" onClick={printHere}>
            {t('ticket.here')}
          </button>
        </>
      )}
      {copies > 0 && <p className="text-sm text-faint">{t('ticket.copies', { count: copies })}</p>}
    </div>
  )
}
