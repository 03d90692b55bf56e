import { expect, test } from 'vitest'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

// Words with another meaning at a shop's counter.

type Ambiguous = readonly [words: RegExp, takenFor: string]

const english: readonly Ambiguous[] = [
  [/\bon sale\b|^Sale$/i, 'a reduced price: what can be bought is for sale'],
  [/\barm(?:ed|s)?\b/i, 'a limb, or a weapon: the sound is turned on'],
  [/\bcut(?: off)?\b/i, 'a connection that broke, or a portion: a tablet is removed, a connection is offline'],
  [/\blets? [^.]*\bin\b/i, 'opening the door to somebody: a tablet is paired'],
  [/\bwishes\b/i, 'a greeting, or a wish list: customers leave notes'],
  [/\b(?:put|puts) aside\b/i, 'goods that are reserved for a customer: an order is removed from the board'],
  [/^Closed$/, 'a shop that is closed: say what is closed'],
  [/\bthe ring\b/i, 'jewellery: it is a sound'],
  [/\bdrill\b/i, 'a tool: it is a practice run'],
  [/\bline to\b/i, 'a queue: it is a connection'],
  [/\bclear all\b/i, 'deleting all items: the filters are cleared'],
  [/(?<!gift )\bcards?\b/i, 'a card to pay with: an order is on the board'],
  [/\bstate\b/i, 'whether an item is new or used: it is a status'],
  [/^Codes$/, 'the codes of gift cards: an item has numbers and a barcode'],
  [/^Receipt$/, 'the paper itself: it is a number'],
]

const french: readonly Ambiguous[] = [
  [/\bremises?\b/i, 'a discount: the order is "récupérée"'],
  [/\bsoldes?\b|\bsoldée?s?\b/i, 'clearance sales, or the balance of an account: it is a "promotion"'],
  [/\bpièces?\b/i, 'coins: items are "articles"'],
  [/\brégle[rz]\b|\brègle\b/i, 'paying: a device is "mise à l’heure", a value "se définit"'],
  [/\bclassement\b/i, 'a ranking'],
  [/\bbilan\b/i, 'a balance sheet: it is a "résumé"'],
  [/\bde côté\b/i, 'goods that are reserved for a customer: "enlevée du tableau"'],
  [/\bcommande desk\b/i, 'an order: it is an "outil"'],
  [/^État/, 'whether an item is new or used: it is a "statut"'],
  [/\brevenue?s?\b/i, 'income: an order is "retournée"'],
  [/\bexercice\b/i, 'a financial year: it is an "entraînement"'],
  [/\btout effacer\b/i, 'deleting all items: the filters are "retirés"'],
  [/\bcarte\b/i, 'a card to pay with: an order is "sur le tableau"'],
]

const arabic: readonly Ambiguous[] = [
  [/تصفية/u, 'a clearance sale: filters are "الفلاتر"'],
  [/عرض تجريبي/u, 'a trial offer'],
  [/حصيلة/u, 'the takings of a till: it is a "ملخص"'],
  [/جانبًا/u, 'goods that are reserved for a customer: "أُزيل من اللوحة"'],
  [/رغبات/u, 'wishes: customers leave "ملاحظات"'],
  [/^الحالة/u, 'whether an item is new or used: say the state of what'],
  [/^مغلقة?$/u, 'a shop that is closed: say what is closed'],
  [/^الرموز$/u, 'the codes of gift cards: an item has numbers and a barcode'],
  [/بطاقة واحدة/u, 'a card to pay with: an order is "على اللوحة"'],
]

const cases = [
  ...english.map((each) => ['English', en, ...each] as const),
  ...french.map((each) => ['French', fr, ...each] as const),
  ...arabic.map((each) => ['Arabic', ar, ...each] as const),
]

test.each(cases)('avoids ambiguous words in %s: %#', (_, catalog, words, takenFor) => {
  const found = Object.entries<string>(catalog).filter(([, message]) => words.test(message))
  expect(found, takenFor).toEqual([])
})
