import { keepClear } from '#ui/keep-clear.ts'
import { Digits, ServiceText } from '#ui/text.tsx'
import { useWords } from '#words/words.tsx'
import type { ScanWord } from './use-scan-picks.ts'

const looks: Readonly<Record<ScanWord['is'], string>> = {
  counted: 'border-accent bg-accent-tint text-strong',
  picked: 'border-good bg-good-tint text-good',
  own: 'border-accent bg-accent-tint text-strong',
  surplus: 'border-red bg-red-tint text-red',
  wrong: 'border-red bg-red-tint text-red',
}

/** What a scan did, above what can be done and in nobody's way; what is wrong is said at once. */
export function SaidOfScan({ word: { is, code, name, count, quantity } }: { readonly word: ScanWord }) {
  const say = useWords()
  const isWrong = is === 'wrong' || is === 'surplus'
  return (
    <div ref={keepClear} className="no-print pointer-events-none fixed inset-x-4 z-20 flex justify-center">
      <div
        role={isWrong ? 'alert' : 'status'}
        className={`max-w-xl rounded border-4 px-5 py-4 text-lg font-bold shadow-lg ${looks[is]}`}
      >
        {is === 'wrong' || is === 'own' ? (
          <>
            <p className="text-xl">{say(`pick.${is}`)}</p>
            <Digits className="block font-semibold break-all">{code.slice(0, 40)}</Digits>
          </>
        ) : (
          <>
            <p className="text-xl">{is === 'surplus' ? say('pick.surplus') : say('pick.of', { count, quantity })}</p>
            <ServiceText>{name}</ServiceText>
          </>
        )}
      </div>
    </div>
  )
}
