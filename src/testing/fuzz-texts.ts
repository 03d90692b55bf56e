import fc, { type Arbitrary } from 'fast-check'

/** Inputs that commonly break programs: addresses, markup, formats, numbers, look-alike letters. */
const wellKnown: readonly string[] = [
  ['', ' ', '\t', '\n', '\r\n', '\0', 'a\0b', '\u001B[31m', '\u007F', '\u0085', '\u2028', '\u2029'],
  ['.', '..', '../..', '../categories', '..\\..\\items', '/', '//', '//evil.test', 'a/b', 'a\\b', 'a?b', 'a#b'],
  ['%', '%2e%2e%2fcategories', '%252e%252e', '%00', '%0d%0aX-A:1', '%E0%A4%A', '%ED%A0%80', '%zz', 'a%2fb'],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'null', 'undefined', 'NaN', 'true'],
  ['0', '-0', '-1', '01', '1.0', '1e3', '0x10', '1e400', '9007199254740993', '12345678901234567890', '٣', '１２３'],
  ["' OR 1=1--", '"; DROP TABLE orders;', '${7*7}', '{{7*7}}', '$(id)', '`id`', '=1+1', '@SUM(A1)', '|id'],
  ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', 'javascript:alert(1)', 'http://169.254.169.254/'],
  ['\u202Eabc', '\u200B', '\uFEFF', '\uD800', '\uDC00x', '👩‍👩‍👧', 'é', 'e\u0301', 'ﷺ', 'İ', 'ß', 'طلب ١'],
  ['[]', '{}', '[[', '{"a":', '"', "'", '\\', ';', ',', ':', '*', '+', '&', '=', '@'],
].flat()

/** A hostile text. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...wellKnown) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.tuple(hostileWord(), hostileWord()).map(([one, other]) => one + other) },
  { weight: 1, arbitrary: fc.tuple(hostileWord(), fc.constantFrom(30, 200, 3000)).map(([text, n]) => text.repeat(n)) },
)

function hostileWord(): Arbitrary<string> {
  return fc.constantFrom(...wellKnown)
}

/** The same, for fields that are more than a text. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown[]>(null, true, 0, -1, 1.5, 1e21, 2 ** 53, [], {}, [[]], [null]) },
  { weight: 2, arbitrary: fc.nat(9).map((id) => ({ id })) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 1000).map((length) => Array.from({ length }, (_, id) => ({ id }))) },
)
