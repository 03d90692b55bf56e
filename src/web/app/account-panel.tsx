import type { Session } from '#contract/desk/session.ts'
import { paths } from '#contract/screen-paths.ts'
import { themes } from '#web/api/preferences.ts'
import { requestSignIn } from '#web/api/session.ts'
import { helpShown } from '#web/api/screen-state.ts'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { ServiceText } from '#web/components/text.tsx'
import { PeopleFailure } from '#web/features/people/people-form.tsx'
import { useSignIn } from '#web/features/people/people-queries.ts'
import { Avatar } from '#web/format/avatar.tsx'
import { LanguageField } from '#web/format/language-field.tsx'
import { useThemeChoice } from '#web/format/use-theme-choice.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link, useLocation } from 'react-router'

interface AccountPanelProps {
  readonly session: Session
  /** A station has no other screens: it signs in in place, and has no help. */
  readonly isStation?: boolean
  readonly onClose: () => void
}

/** Who is signed in, what each person sets, and the help. */
export function AccountPanel({ session, isStation = false, onClose }: AccountPanelProps) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const signOut = useSignIn()
  const { staff, device } = session
  const others = session.staff_names.filter((name) => name !== staff?.name)
  return (
    <div className="flex flex-col gap-4">
      {device && (
        <div className="flex flex-col gap-3 border-b border-line pb-4">
          <p className="flex items-center gap-3 text-lg font-semibold">
            {staff ? (
              <>
                <Avatar name={staff.name} className="size-12 text-lg" />
                <ServiceText className="min-w-0 wrap-anywhere">{staff.name}</ServiceText>
              </>
            ) : (
              t('account.nobody')
            )}
          </p>
          {staff ? (
            <Button isBusy={signOut.isPending} onClick={() => signOut.mutate(undefined, { onSuccess: onClose })}>
              {t('account.lock')}
            </Button>
          ) : isStation ? (
            <Button
              onClick={() => {
                onClose()
                void requestSignIn()
              }}
            >
              {t('people.signIn')}
            </Button>
          ) : (
            <Link
              to={paths.signIn(pathname)}
              className="button min-h-12 border-edge bg-raised px-4 hover:bg-sunken"
              onClick={onClose}
            >
              {t('people.signIn')}
            </Link>
          )}
          {others.length > 0 && (
            <div role="group" aria-label={t('account.switch')} className="flex flex-col gap-1">
              {staff && <p className="text-sm font-semibold text-soft">{t('account.switch')}</p>}
              {others.map((name) => (
                <button
                  key={name}
                  type="button"
                  className="flex min-h-12 items-center gap-3 rounded px-1 text-start font-semibold hover:bg-sunken"
                  onClick={() => {
                    onClose()
                    void requestSignIn(name)
                  }}
                >
                  <Avatar name={name} />
                  <ServiceText className="min-w-0 wrap-anywhere">{name}</ServiceText>
                </button>
              ))}
            </div>
          )}
          <PeopleFailure error={signOut.error} />
        </div>
      )}
      <LanguageField />
      <Appearance />
      {!isStation && (
        <Button
          onClick={() => {
            onClose()
            helpShown.set('questions')
          }}
        >
          {t('account.help')}
        </Button>
      )}
    </div>
  )
}

function Appearance() {
  const t = useTranslate()
  const { theme, choose } = useThemeChoice()
  return (
    <SelectField
      label={t('nav.theme')}
      value={theme}
      options={Object.fromEntries(themes.map((each) => [each, t(`theme.${each}`)]))}
      onChange={(value) => choose(themes.find((each) => each === value) ?? 'system')}
    />
  )
}
