import type { Shortage } from '#contract/desk/shortages.ts'
import { useEndShortage } from '#web/api/end-shortage.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'

/** Lets whoever is signed in say that a product is back, for the whole shop. */
export function ShortageBack({ shortage: { id, name } }: { readonly shortage: Shortage }) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const end = useEndShortage(id)
  if (!session?.staff) return null
  return (
    <>
      <Button
        className="shrink-0"
        aria-label={name === null ? undefined : t('shortage.backName', { name })}
        isBusy={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('shortage.back')}
      </Button>
      {end.error && (
        <p role="alert" className="basis-full font-semibold text-red">
          {failureWords(end.error, t)}
        </p>
      )}
    </>
  )
}

function failureWords(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'offline':
    case 'no_contact':
      return t('pick.failure.no_contact')
    case 'store_unavailable':
      return t('pick.failure.store_unavailable')
    case 'sign_in_required':
      return t('shortage.signIn')
    default:
      return t('failure.other', { message: error.message })
  }
}
