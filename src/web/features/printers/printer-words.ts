import type { Printer, PrinterCondition, PrinterKind, PrintJob, PrintJobState } from '#contract/desk/printers.ts'
import { languageNames } from '#web/i18n/language.ts'
import type { Translate } from '#web/i18n/translations.tsx'
import { changeFailureWords } from '#web/manage/change.tsx'

/** The colours of what a printer last said of itself. */
export const conditionInks: Readonly<Record<PrinterCondition, string>> = {
  ready: 'text-good',
  paper_low: 'text-amber',
  paper_out: 'text-red',
  cover_open: 'text-red',
  error: 'text-red',
  unreachable: 'text-red',
  unknown: 'text-soft',
}

export const jobInks: Readonly<Record<PrintJobState, string>> = {
  queued: 'text-soft',
  sending: 'text-soft',
  printed: 'text-good',
  failed: 'text-red',
  unknown: 'text-amber',
}

/** What a printer prints and when, one ticket after the other. */
export const tasksOf = ({ prints }: Printer, t: Translate): string =>
  prints
    .map(({ what, on, copies }) => {
      const ticket = t(`ticket.kind.${what}`)
      return t(`printers.does.${on}`, { ticket: copies > 1 ? `${ticket} × ${copies}` : ticket })
    })
    .join(' · ') || t('printers.doesNothing')

/** As the makers call it. */
const kindNames: Readonly<Record<PrinterKind, string>> = {
  escpos: 'ESC/POS',
  cloudprnt: 'Star CloudPRNT',
  epson: 'Epson Server Direct Print',
}

/** How a printer is connected, and what differs from the usual. */
export function factsOf(printer: Printer, others: readonly Printer[], t: Translate): readonly string[] {
  const backup = others.find(({ id }) => id === printer.backup_id)
  return [
    [kindNames[printer.kind], printer.address].filter(Boolean).join(' '),
    t(`printers.mm`, { width: printer.width }),
    printer.languages.map((language) => languageNames[language]).join(' + '),
    ...(printer.category_ids ? [t('printers.onlySome', { count: printer.category_ids.length })] : []),
    ...(backup ? [t('printers.backupIs', { name: backup.name })] : []),
    ...(printer.opens_drawer ? [t('printers.drawerIs')] : []),
  ]
}

export const ticketName = ({ what }: Pick<PrintJob, 'what'>, t: Translate): string =>
  what === 'test' ? t('printers.test') : t(`ticket.kind.${what}`)

/** Why a change failed, and what to do. */
export const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('printers.signInFirst'),
    manager_required: t('printers.managerOnly'),
    bad_printer: t('printers.bad_printer'),
    bad_address: t('printers.bad_address'),
    name_taken: t('printers.name_taken'),
    bad_name: t('printers.bad_name'),
  })
