import type { Paper } from '#web/api/preferences.ts'
import { formatTime } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { Barcode } from './barcode.tsx'
import { widthMm } from './paper-size.ts'

interface TestTicketProps {
  readonly paper: Paper
  readonly askedAt: number
}

/** Proves that the printer prints to both edges, in all scripts, and sharply enough for a scanner. */
export function TestTicket({ paper, askedAt }: TestTicketProps) {
  const t = useTranslate()
  const language = useLanguage()
  return (
    <article className="ticket">
      <p className="ticket-number ticket-long-number">{t('ticket.test')}</p>
      <Barcode texts={['TEST-1234']} widthMm={widthMm[paper]} />
      <p className="ticket-box">{t('ticket.testWhat')}</p>
      <p className="ticket-name ticket-middle">
        <bdi lang="en">Aa 123</bdi> · <bdi lang="ar">أبجد ١٢٣</bdi> · <bdi lang="fr">Éàç</bdi>
      </p>
      <p className="ticket-small ticket-end">{t('ticket.asked', { time: formatTime(askedAt, language) })}</p>
    </article>
  )
}
