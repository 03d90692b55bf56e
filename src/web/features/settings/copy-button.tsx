import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState } from 'react'

type Outcome = 'copied' | 'failed' | undefined

const saidForMs = 4000

/** Puts a text on the clipboard, and says whether that worked: not every browser lets a page do it. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), saidForMs)
    return () => clearTimeout(timer)
  }, [outcome])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <div className="flex items-center gap-3">
      <Button onClick={() => void copy()}>{t('settings.copy')}</Button>
      <p
        role="status"
        className={`max-w-48 text-sm font-semibold empty:hidden ${outcome === 'failed' ? 'text-red' : 'text-good'}`}
      >
        {outcome && t(outcome === 'copied' ? 'settings.copied' : 'settings.copyFailed')}
      </p>
    </div>
  )
}
