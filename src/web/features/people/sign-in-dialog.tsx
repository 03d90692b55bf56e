import { sessionQuery, type SignInRequest } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogBody } from '#web/components/dialog.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { PracticePins } from './sign-in-screen.tsx'
import { useQuery } from '@tanstack/react-query'

/** Asks for a person and a PIN over the current screen, which stays as it is. */
export function SignInDialog({ request }: { readonly request: SignInRequest }) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  const names = session?.staff_names ?? []
  return (
    <Dialog title={t('people.signInTitle')} onClose={() => request.end(false)}>
      <DialogBody>
        {session && session.mode !== 'live' && <PracticePins />}
        {names.length === 0 ? (
          <p>{t('people.nobody')}</p>
        ) : (
          <SignInForm names={names} first={request.name} hasFaces onSignedIn={() => request.end(true)} />
        )}
        <Button onClick={() => request.end(false)}>{t('account.notNow')}</Button>
      </DialogBody>
    </Dialog>
  )
}
