import { useServerNow } from '#web/api/http/server-clock.ts'
import { Digits } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { Numbered } from './display-board.ts'
import { fitNumbers, pageOf } from './fit-numbers.ts'
import { useBox } from './use-box.ts'
import { widestOf } from './width-of.ts'

interface NumbersProps {
  readonly numbers: readonly Numbered[]
  readonly label: string
  /** Their sizes of type, in hundredths of the screen's shorter side. */
  readonly smallest: number
  readonly largest: number
}

const pageMs = 8000

/** Numbers as large as their box allows; if it is too small for all, page after page. */
export function Numbers({ numbers, label, smallest, largest }: NumbersProps) {
  const t = useTranslate()
  const now = useServerNow()
  const [box, { width, height, hundredth }] = useBox()
  const fit = fitNumbers({
    count: numbers.length,
    widest: widestOf(numbers.map(({ number }) => number)),
    width,
    height,
    smallest: smallest * hundredth,
    largest: largest * hundredth,
  })
  const page = Math.floor(now / pageMs) % fit.pages
  return (
    <div ref={box} className="display-box">
      <ul
        aria-label={label}
        className="display-numbers"
        style={{ fontSize: fit.size, gridTemplateColumns: `repeat(${fit.columns}, 1fr)` }}
      >
        {pageOf(numbers, fit, page).map(({ id, number }) => (
          <li key={id}>
            <Digits>{number}</Digits>
          </li>
        ))}
      </ul>
      {fit.pages > 1 && (
        <p className="display-pages">
          <span className="sr-only">{t('display.page', { page: page + 1, pages: fit.pages })}</span>
          {Array.from({ length: fit.pages }, (_, each) => (
            <span key={each} aria-hidden="true" className={each === page ? 'is-shown' : ''} />
          ))}
        </p>
      )}
    </div>
  )
}
