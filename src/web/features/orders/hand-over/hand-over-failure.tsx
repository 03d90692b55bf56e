import { Failure } from '#web/api/http/failure.ts'
import { Message } from '#web/components/text.tsx'
import { SignInLink } from '#web/format/sign-in-link.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'

/** Shows why a hand-over mark was not stored. */
export function HandOverFailure({ error }: { readonly error: Error }) {
  const t = useTranslate()
  return (
    <Message role="alert" look="red">
      {textOf(error, t)} <SignInLink error={error} />
    </Message>
  )
}

function textOf(error: Error, t: Translate): string {
  switch (error instanceof Failure ? error.code : undefined) {
    case 'no_contact':
      return t('handover.failure.no_contact')
    case 'sign_in_required':
      return t('handover.failure.sign_in_required')
    case 'store_unavailable':
      return t('handover.failure.store_unavailable')
    default:
      return t('failure.other', { message: error.message })
  }
}
