import { Button } from '#web/components/button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useEffect, useState } from 'react'

type Outcome = 'copied' | 'failed' | undefined

const shownForMs = 4000

/** Copies a text and tells whether that worked, because some browsers refuse. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<Outcome>()
  useEffect(() => {
    if (outcome !== 'copied') return
    const timer = setTimeout(() => setOutcome(undefined), shownForMs)
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
