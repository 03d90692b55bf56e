import { barcodeWords } from '#web/format/barcode-words.ts'
import { keepClear } from '#web/components/keep-clear.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ScanMessage } from './use-scan-picks.ts'

const looks: Readonly<Record<ScanMessage['is'], string>> = {
  counted: 'border-accent bg-accent-tint text-strong',
  picked: 'border-good bg-good-tint text-good',
  own: 'border-accent bg-accent-tint text-strong',
  surplus: 'border-red bg-red-tint text-red',
  wrong: 'border-red bg-red-tint text-red',
  carton: 'border-amber bg-amber-tint text-strong',
  several: 'border-amber bg-amber-tint text-strong',
}

const titles = {
  counted: 'pick.picked',
  picked: 'pick.picked',
  own: 'pick.own',
  surplus: 'pick.surplus',
  wrong: 'pick.wrong',
  carton: 'pick.carton',
  several: 'pick.several',
} as const

/** Shows the result of a scan above the answer bar, without blocking it. An error is an alert. */
export function ScanResult({ message }: { readonly message: ScanMessage }) {
  const t = useTranslate()
  const language = useLanguage()
  const { is, code, name, count, quantity, reading } = message
  const isWrong = is === 'wrong' || is === 'surplus' || is === 'carton' || is === 'several'
  const isOfLine = is !== 'wrong' && is !== 'own'
  // A scale label states a weight, not a number of pieces.
  const isCounted = is === 'counted' || (is === 'picked' && reading?.is !== 'label')
  const hint = isOfLine ? barcodeWords(reading, t, language) : undefined
  return (
    <div ref={keepClear} className="no-print pointer-events-none fixed inset-x-4 z-20 flex justify-center">
      <div
        role={isWrong ? 'alert' : 'status'}
        className={`max-w-xl rounded border-4 px-5 py-4 text-lg font-bold shadow-lg ${looks[is]}`}
      >
        <p className="text-xl">{isCounted ? t('pick.of', { count, quantity }) : t(titles[is])}</p>
        {isOfLine ? (
          <ServiceText>{name}</ServiceText>
        ) : (
          <Digits className="block font-semibold break-all">{code.slice(0, 40)}</Digits>
        )}
        {hint !== undefined && <p className="font-semibold">{hint}</p>}
        {(is === 'carton' || is === 'several') && <p className="font-semibold">{t('pick.byHand')}</p>}
      </div>
    </div>
  )
}
