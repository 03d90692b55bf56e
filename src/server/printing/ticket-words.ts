import type { Mode } from '#contract/desk/session.ts'
import type { TicketLanguage } from '#contract/desk/printers.ts'
import { momentOf, possibleMoments } from '#domain/moment.ts'
import { decimalsFor } from '#domain/money.ts'

/** The words of a ticket, as on the screen of the page. */
interface TicketWords {
  readonly practice: string
  readonly demo: string
  readonly pickup: string
  readonly delivery: string
  readonly notAccepted: string
  readonly customerDecides: string
  readonly closed: string
  readonly customer: string
  readonly way: string
  readonly deliveryMethod: string
  readonly payment: string
  readonly placed: string
  readonly accepted: string
  /** By whom it was accepted, if by the shop's rule. */
  readonly automatically: string
  readonly totalQuantity: string
  /** On a label that stands on one bag of several. */
  readonly orderQuantity: string
  readonly hasNotes: string
  readonly linesHere: string
  readonly total: string
  readonly unreadable: string
  readonly yes: string
  readonly no: string
  readonly more: string
  readonly orderUnread: string
  readonly itemsUnreadable: string
  readonly noItems: string
  readonly nothingHere: string
  readonly lineUnreadable: string
  readonly test: string
  readonly testWhat: string
  readonly bag: (bag: number, bags: number) => string
  readonly sheet: (sheet: number, sheets: number) => string
  readonly reprint: (copy: number) => string
  readonly standsInFor: (printer: string) => string
  readonly noName: (id: string) => string
  readonly noZone: (time: string) => string
  readonly printed: (time: string) => string
}

const ticketWords: Readonly<Record<TicketLanguage, TicketWords>> = {
  en: {
    practice: 'PRACTICE. Not a real order.',
    demo: 'DEMO. Not a real order.',
    pickup: 'PICKUP',
    delivery: 'DELIVERY',
    notAccepted: 'NOT ACCEPTED YET',
    customerDecides: 'CUSTOMER DECIDING',
    closed: 'ORDER CLOSED',
    customer: 'Customer',
    way: 'Pickup or delivery',
    deliveryMethod: 'Method',
    payment: 'Payment',
    placed: 'Placed',
    accepted: 'Accepted',
    automatically: 'automatically',
    totalQuantity: 'Items',
    orderQuantity: 'Items in the whole order',
    hasNotes: 'HAS NOTES',
    linesHere: 'Lines on this ticket',
    total: 'Total',
    unreadable: 'unreadable',
    yes: 'yes',
    no: 'no',
    more: 'and more, not shown',
    orderUnread: 'The details of this order are not known. Check the screen before you pack.',
    itemsUnreadable: 'The lines of this order could not be read. Check it in the service before you pack.',
    noItems: 'The service sent this order without any lines.',
    nothingHere: 'No line of this order is for this printer.',
    lineUnreadable: 'Unreadable line. Check the screen before you pack.',
    test: 'Test ticket',
    testWhat:
      'All four sides of this frame must show, nearly as wide as the paper. If not: Manage, Printers, Edit, Paper.',
    bag: (bag, bags) => `BAG ${bag} OF ${bags}`,
    sheet: (sheet, sheets) => `COPY ${sheet} OF ${sheets}`,
    reprint: (copy) => `REPRINT ${copy}`,
    standsInFor: (printer) => `TAKE TO: ${isolated(printer)} (its printer is down)`,
    noName: (id) => `Item ${id}`,
    noZone: (time) => `${time} (unknown time zone)`,
    printed: (time) => `Printed ${time}`,
  },
  ar: {
    practice: 'تدريب فقط. ليس طلبًا حقيقيًا.',
    demo: 'نسخة تجريبية. ليس طلبًا حقيقيًا.',
    pickup: 'استلام من المتجر',
    delivery: 'توصيل',
    notAccepted: 'لم يُقبل بعد',
    customerDecides: 'بانتظار قرار الزبون',
    closed: 'طلب مغلق',
    customer: 'الزبون',
    way: 'طريقة الاستلام',
    deliveryMethod: 'الطريقة',
    payment: 'الدفع',
    placed: 'وقت الطلب',
    accepted: 'قُبل',
    automatically: 'تلقائيًا',
    totalQuantity: 'عدد القطع',
    orderQuantity: 'قطع الطلب كله',
    hasNotes: 'فيه ملاحظات',
    linesHere: 'منتجات هذه التذكرة',
    total: 'الإجمالي',
    unreadable: 'غير مقروء',
    yes: 'نعم',
    no: 'لا',
    more: 'والمزيد، غير معروض',
    orderUnread: 'تفاصيل هذا الطلب غير معروفة. تحقق من الشاشة قبل التجهيز.',
    itemsUnreadable: 'تعذّرت قراءة منتجات هذا الطلب. تحقق منه في خدمة الطلبات قبل تجهيزه.',
    noItems: 'وصل هذا الطلب من خدمة الطلبات بلا منتجات.',
    nothingHere: 'لا منتج في هذا الطلب لهذه الطابعة.',
    lineUnreadable: 'منتج غير مقروء. تحقق من الشاشة قبل التجهيز.',
    test: 'تذكرة تجريبية',
    testWhat: 'يجب أن تظهر أضلاع هذا الإطار الأربعة، بعرض الورق تقريبًا. وإلا: الإدارة، الطابعات، تعديل، الورق.',
    bag: (bag, bags) => `كيس ${bag} من ${bags}`,
    sheet: (sheet, sheets) => `نسخة ${sheet} من ${sheets}`,
    reprint: (copy) => `نسخة مكرّرة ${copy}`,
    standsInFor: (printer) => `تُسلَّم إلى: ${isolated(printer)} (طابعته متوقفة)`,
    noName: (id) => `المنتج ${id}`,
    noZone: (time) => `${isolated(time)} (المنطقة الزمنية غير معروفة)`,
    printed: (time) => `طُبعت في ${time}`,
  },
  fr: {
    practice: 'ENTRAÎNEMENT. Commande fictive.',
    demo: 'DÉMO. Commande fictive.',
    pickup: 'RETRAIT',
    delivery: 'LIVRAISON',
    notAccepted: 'PAS ENCORE ACCEPTÉE',
    customerDecides: 'EN ATTENTE DU CLIENT',
    closed: 'COMMANDE TERMINÉE',
    customer: 'Client',
    way: 'Retrait ou livraison',
    deliveryMethod: 'Mode',
    payment: 'Paiement',
    placed: 'Passée',
    accepted: 'Acceptée',
    automatically: 'automatiquement',
    totalQuantity: 'Articles',
    orderQuantity: 'Articles de toute la commande',
    hasNotes: 'AVEC REMARQUES',
    linesHere: 'Lignes de ce ticket',
    total: 'Total',
    unreadable: 'illisible',
    yes: 'oui',
    no: 'non',
    more: 'et d’autres, non affichées',
    orderUnread: 'Les détails de cette commande ne sont pas connus. Vérifiez à l’écran avant de préparer.',
    itemsUnreadable:
      'Les lignes de cette commande n’ont pas pu être lues. Vérifiez-la dans le service de commandes avant de la préparer.',
    noItems: 'Le service a envoyé cette commande sans aucune ligne.',
    nothingHere: 'Aucune ligne de cette commande n’est pour cette imprimante.',
    lineUnreadable: 'Ligne illisible. Vérifiez à l’écran avant de préparer.',
    test: 'Ticket de test',
    testWhat:
      'Les quatre côtés de ce cadre doivent se voir, presque de la largeur du papier. Sinon : Gestion, Imprimantes, Modifier, Papier.',
    bag: (bag, bags) => `SAC ${bag} SUR ${bags}`,
    sheet: (sheet, sheets) => `EXEMPLAIRE ${sheet} SUR ${sheets}`,
    reprint: (copy) => `DUPLICATA ${copy}`,
    standsInFor: (printer) => `À PORTER À : ${isolated(printer)} (imprimante en panne)`,
    noName: (id) => `Article ${id}`,
    noZone: (time) => `${time} (fuseau horaire inconnu)`,
    printed: (time) => `Imprimé le ${time}`,
  },
}

/** Keeps a text of unknown direction apart from the text around it: U+2068 and U+2069. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** A ticket's languages: the first decides its direction, times and amounts. */
export function createTicketText(languages: readonly TicketLanguage[]) {
  const all = [...new Set(languages)]
  const [first = 'en'] = all
  const words = (all.length === 0 ? [first] : all).map((language) => ticketWords[language])
  const inEach = (wanted: (words: TicketWords) => string) => [...new Set(words.map(wanted))]
  return {
    first,
    languages: all.length === 0 ? [first] : all,
    words: ticketWords[first],
    direction: first === 'ar' ? ('rtl' as const) : ('ltr' as const),
    /** A label: `Customer · الزبون`. */
    label(wanted: (words: TicketWords) => string): string {
      const [own = '', ...others] = inEach(wanted)
      return others.length === 0 ? own : [own, ...others].map(isolated).join(' · ')
    },
    /** A sentence, each language on a line of its own. */
    sentence: (wanted: (words: TicketWords) => string): string => inEach(wanted).join('\n'),
  }
}

export type TicketText = ReturnType<typeof createTicketText>

export const bannerOf = (mode: Mode): 'practice' | 'demo' | undefined => (mode === 'live' ? undefined : mode)

/** Half of an amount or of a time would be misread, so that neither breaks. */
const whole = (text: string): string => text.replaceAll(' ', '\u00A0')

/** A time on the machine's clock; without the day if `hasDay` is false. `at` in ms. */
export const formatTime = (at: number, language: TicketLanguage, hasDay = true): string =>
  whole(
    new Intl.DateTimeFormat(language, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...(hasDay && { dateStyle: 'medium' }),
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(at),
  )

const dayOf = (at: number): string => new Date(at).toDateString()

/** A time of the ticket, without its day if it is of the day on which the ticket is printed. */
export const formatShort = (at: number, printedAt: number, language: TicketLanguage): string =>
  formatTime(at, language, dayOf(at) !== dayOf(printedAt))

/** A timestamp of the service; as sent if it is none, and with a note if its zone is unknown. */
export function formatSent(text: string, printedAt: number, language: TicketLanguage): string {
  const at = momentOf(text)
  if (at !== undefined) return formatShort(at, printedAt, language)
  return possibleMoments(text) ? ticketWords[language].noZone(text.trim()) : text
}

/** An amount with its currency, never rounded; the number and the code if the platform does not know the currency. */
export function formatMoney(amount: number, currency: string | undefined, language: TicketLanguage): string {
  const style = { style: 'currency', currency, numberingSystem: 'latn' } as const
  try {
    const standard = new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits
    const decimals = decimalsFor(amount, currency, standard)
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    const money = new Intl.NumberFormat(language, { ...style, ...digits }).format(amount)
    // From the right, `US$` would be printed as `$US`.
    return whole(language === 'ar' ? money.replace(/[A-Za-z]\S*/, isolated) : money)
  } catch {
    const plain = new Intl.NumberFormat(language, { numberingSystem: 'latn', maximumFractionDigits: 20 }).format(amount)
    return currency === undefined ? plain : `${plain} ${currency}`
  }
}
