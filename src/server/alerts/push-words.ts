import type { AlertEnd, AlertKind, PushMessage } from '#contract/desk/alerts.ts'
import { paths } from '#contract/screen-paths.ts'
import type { AlarmCode } from '#domain/alarm.ts'
import { tagOf, type AlertLanguage, type AlertRecord } from '#domain/alert.ts'

// What a phone shows: the order's number and the time that is left; nothing of the customer, and no amount.

/** Since when an order waits, and until when it can be answered, in milliseconds since 1970. */
export interface AlertMoments {
  readonly since: number
  readonly until: number
}

interface Texts {
  readonly title: string
  readonly body: string
}

interface PushWords {
  readonly order: (number: string | null) => string
  readonly unanswered: (number: string | null) => string
  readonly left: (time: string) => string
  readonly timeOver: string
  readonly nobodyThere: string
  readonly waits: (number: string | null) => string
  readonly ruleLeft: (number: string | null) => string
  readonly ruleLeftBody: string
  readonly printer: string
  readonly silence: Texts
  readonly test: Texts
  readonly rehearsal: (step: number) => string
  readonly rehearsalBody: string
  readonly alarms: Readonly<Partial<Record<AlarmCode, string>>>
  readonly answeredBy: (person: string) => string
  readonly acceptedByRule: string
  readonly somebodyThere: string
  readonly ends: Readonly<Record<AlertEnd, string>>
}

const pushWords: Readonly<Record<AlertLanguage, PushWords>> = {
  en: {
    order: (number) => (number === null ? 'Order' : `Order ${number}`),
    unanswered: (number) => (number === null ? 'An order is waiting' : `Order ${number} is waiting`),
    left: (time) => `${time} left to answer`,
    timeOver: 'The time to answer is over',
    nobodyThere: 'Nobody is at the counter',
    waits: (number) => (number === null ? 'An order is waiting for an answer' : `Order ${number} is waiting`),
    ruleLeft: (number) => (number === null ? 'An order needs you' : `Order ${number} needs you`),
    ruleLeftBody: 'It was not accepted automatically',
    printer: 'A printer needs attention',
    silence: { title: 'Unusually quiet', body: 'No orders are coming in. Check the connection to the service' },
    test: { title: 'Test alert', body: 'Alerts reach this phone' },
    rehearsal: (step) => `Test: alert ${step} of 3`,
    rehearsalBody: 'No order is waiting. Tap to confirm that you got it',
    alarms: {
      printer_paper_out: 'Out of paper',
      printer_cover_open: 'Cover open',
      printer_fault: 'Printer error',
      printer_unreachable: 'Cannot be reached',
      print_waits: 'Tickets are not printed',
    },
    answeredBy: (person) => `Answered by ${person}`,
    acceptedByRule: 'Accepted automatically',
    somebodyThere: 'Somebody is there again',
    ends: {
      accept: 'Accepted',
      reject: 'Rejected',
      closed: 'The order is closed',
      changed: 'No answer is needed any more',
      over: 'Solved',
      confirmed: 'Confirmed',
    },
  },
  ar: {
    order: (number) => (number === null ? 'طلب' : `الطلب ${number}`),
    unanswered: (number) => (number === null ? 'طلب ينتظر الرد' : `الطلب ${number} ينتظر الرد`),
    left: (time) => `بقي ${time} للرد`,
    timeOver: 'انتهى وقت الرد',
    nobodyThere: 'لا أحد عند الكاونتر',
    waits: (number) => (number === null ? 'طلب ينتظر الرد' : `الطلب ${number} ينتظر الرد`),
    ruleLeft: (number) => (number === null ? 'طلب يحتاج إليك' : `الطلب ${number} يحتاج إليك`),
    ruleLeftBody: 'لم يُقبل تلقائيًا',
    printer: 'طابعة تحتاج إلى الانتباه',
    silence: { title: 'هدوء غير معتاد', body: 'لا تصل طلبات. تحقق من الاتصال بالخدمة' },
    test: { title: 'تنبيه تجريبي', body: 'التنبيهات تصل إلى هذا الهاتف' },
    rehearsal: (step) => `تجربة: التنبيه ${step} من 3`,
    rehearsalBody: 'لا يوجد طلب ينتظر. اضغط لتأكيد وصول التنبيه',
    alarms: {
      printer_paper_out: 'نفد الورق',
      printer_cover_open: 'الغطاء مفتوح',
      printer_fault: 'خطأ في الطابعة',
      printer_unreachable: 'تعذر الوصول إليها',
      print_waits: 'التذاكر لا تُطبع',
    },
    answeredBy: (person) => `ردّ عليه ${person}`,
    acceptedByRule: 'قُبل تلقائيًا',
    somebodyThere: 'عاد شخص إلى الكاونتر',
    ends: {
      accept: 'تم القبول',
      reject: 'تم الرفض',
      closed: 'أُغلق الطلب',
      changed: 'لم يعد يحتاج إلى رد',
      over: 'انتهت المشكلة',
      confirmed: 'تم التأكيد',
    },
  },
  fr: {
    order: (number) => (number === null ? 'Commande' : `Commande ${number}`),
    unanswered: (number) => (number === null ? 'Une commande attend' : `La commande ${number} attend`),
    left: (time) => `Encore ${time} pour répondre`,
    timeOver: 'Le délai de réponse est dépassé',
    nobodyThere: 'Personne au comptoir',
    waits: (number) => (number === null ? 'Une commande attend une réponse' : `La commande ${number} attend`),
    ruleLeft: (number) => (number === null ? 'Une commande à traiter' : `Commande ${number} à traiter`),
    ruleLeftBody: 'Elle n’a pas été acceptée automatiquement',
    printer: 'Une imprimante demande votre attention',
    silence: { title: 'Calme inhabituel', body: 'Aucune commande n’arrive. Vérifiez la connexion au service' },
    test: { title: 'Alerte de test', body: 'Les alertes arrivent sur ce téléphone' },
    rehearsal: (step) => `Essai : alerte ${step} sur 3`,
    rehearsalBody: 'Aucune commande n’attend. Touchez pour confirmer la réception',
    alarms: {
      printer_paper_out: 'Plus de papier',
      printer_cover_open: 'Capot ouvert',
      printer_fault: 'Erreur d’imprimante',
      printer_unreachable: 'Injoignable',
      print_waits: 'Des tickets ne sont pas imprimés',
    },
    answeredBy: (person) => `Répondu par ${person}`,
    acceptedByRule: 'Acceptée automatiquement',
    somebodyThere: 'Quelqu’un est de retour',
    ends: {
      accept: 'Acceptée',
      reject: 'Refusée',
      closed: 'La commande est fermée',
      changed: 'Plus besoin de répondre',
      over: 'Résolu',
      confirmed: 'Confirmé',
    },
  },
}

/** Minutes and seconds, as `3:51`. */
function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type Shown = Pick<AlertRecord, 'kind' | 'orderId' | 'number' | 'step' | 'alarm' | 'about' | 'isRehearsal'>

/** The title and the text of an alert. `moments` are the order's, if one waits. */
export function alertTexts(
  { kind, number, step, alarm, about, isRehearsal }: Shown,
  language: AlertLanguage,
  moments: AlertMoments | undefined,
  now: number,
): Texts {
  const words = pushWords[language]
  if (isRehearsal) return { title: words.rehearsal(step ?? 1), body: words.rehearsalBody }
  switch (kind) {
    case 'order_unanswered': {
      const leftMs = (moments?.until ?? now) - now
      return { title: words.unanswered(number), body: leftMs > 0 ? words.left(clockTime(leftMs)) : words.timeOver }
    }
    case 'nobody_there':
      return { title: words.nobodyThere, body: words.waits(number) }
    case 'rule_left':
      return { title: words.ruleLeft(number), body: words.ruleLeftBody }
    case 'printer': {
      const problem = (alarm && words.alarms[alarm]) ?? ''
      return { title: words.printer, body: about.length > 0 ? `${about.join(', ')}: ${problem}` : problem }
    }
    case 'silence':
      return words.silence
    case 'test':
      return words.test
  }
}

/** Names and numbers may be of any length, and a push service takes 4096 bytes. */
const textAtMost = 200

const shortened = (text: string): string =>
  text.length > textAtMost ? `${text.slice(0, textAtMost).toWellFormed()}…` : text

function pathOf({ kind, orderId, isRehearsal }: Shown): string {
  if (isRehearsal) return paths.alerts
  if (orderId !== null) return paths.order(orderId)
  const byKind: Readonly<Partial<Record<AlertKind, string>>> = { printer: paths.printers, silence: paths.connection }
  return byKind[kind] ?? paths.settings
}

/** The message for a phone. */
export const pushMessage = (
  alert: Shown,
  language: AlertLanguage,
  moments: AlertMoments | undefined,
  now: number,
): PushMessage => {
  const { title, body } = alertTexts(alert, language, moments, now)
  return {
    kind: alert.kind,
    tag: tagOf(alert),
    title: shortened(title),
    body: shortened(body),
    language,
    order_id: alert.orderId,
    path: pathOf(alert),
    at: new Date(now).toISOString(),
  }
}

/** The message that takes an alert back. */
export function withdrawal(
  alert: Shown & Pick<AlertRecord, 'ended'>,
  language: AlertLanguage,
  now: number,
): PushMessage {
  const words = pushWords[language]
  const shown = pushMessage(alert, language, undefined, now)
  const { how = 'over', by = null } = alert.ended ?? {}
  const isAnswer = how === 'accept' || how === 'reject'
  const end = alert.kind === 'nobody_there' && how === 'over' ? words.somebodyThere : words.ends[how]
  const answered = by?.rule ? words.acceptedByRule : by && words.answeredBy(by.person)
  return {
    ...shown,
    kind: 'withdrawn',
    title: alert.orderId === null ? shown.title : shortened(words.order(alert.number)),
    body: shortened((isAnswer && answered) || end),
  }
}
