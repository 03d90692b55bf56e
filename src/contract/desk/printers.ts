const ticketLanguages = ['en', 'ar', 'fr'] as const
/** A language of printed tickets. */
export type TicketLanguage = (typeof ticketLanguages)[number]
