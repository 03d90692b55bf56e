import { sessionQuery, wasCutOff } from '#web/api/session.ts'
import { callDesk } from '#web/api/http/call.ts'
import { saveIsNew } from '#web/api/preferences.ts'
import { useStore } from '#web/api/store.ts'
import { people } from '#contract/desk/people.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { paths } from '#contract/screen-paths.ts'
import { TextField } from '#web/components/field.tsx'
import { LanguageField } from '#web/format/language-field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { DeskCommand, useWait, WayBack } from './wait.tsx'
import { NameField, notifyOtherName, PeopleForm, PeoplePage, wrongOf } from './people-form.tsx'
import { useSession } from './people-queries.ts'

/** `/enrol#CODE`, and every address on a tablet that is not paired: pairs it by its code. */
export function EnrolScreen() {
  const t = useTranslate()
  const { pathname, hash } = useLocation()
  const name = useSession()?.device?.name
  const wasIn = useStore(wasCutOff)
  const code = pathname === paths.enrol ? hash.slice(1) : ''
  return (
    <PeoplePage title={t(name !== undefined ? 'people.addTablet' : wasIn ? 'people.wasCutOff' : 'people.enrolTitle')}>
      <p className="text-soft">{name === undefined ? t('people.enrolHow') : t('people.enrolledAs', { name })}</p>
      <EnrolForm key={code} linkedCode={code} />
      {name === undefined && <FirstTablet />}
      <WayBack />
      <div className="max-w-60 pt-4">
        <LanguageField />
      </div>
    </PeoplePage>
  )
}

/** The first tablet of a desk cannot get its code from another tablet. */
function FirstTablet() {
  const t = useTranslate()
  return (
    <details className="text-soft">
      <summary className="flex min-h-12 items-center underline">{t('people.firstTablet')}</summary>
      <div className="flex flex-col gap-2">
        <p>{t('people.firstTabletHow')}</p>
        <DeskCommand args="pair" />
      </div>
    </details>
  )
}

/** What this tablet was paired for. */
const roleIn = (queries: QueryClient): TabletRole =>
  queries.getQueryData(sessionQuery().queryKey)?.device?.role ?? 'counter'

function EnrolForm({ linkedCode }: { readonly linkedCode: string }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [code, setCode] = useState(linkedCode)
  const [name, setName] = useState('')
  const enrol = useMutation({
    mutationFn: (typed: string) => callDesk(people.enrol, { body: { code: typed, device_name: name } }),
    // Waits until the session is refetched, but not for all other queries.
    async onSuccess({ data: { device } }) {
      notifyOtherName(t, name, device.name)
      const { queryKey } = sessionQuery()
      await queries.invalidateQueries({ queryKey })
      // The first steps are those of a counter.
      if (roleIn(queries) === 'counter') saveIsNew(true)
      void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
    },
  })
  // Navigates only from this screen, because the user may have left it meanwhile.
  function onSuccess() {
    const role = roleIn(queries)
    if (pathname === paths.enrol) void navigate(role === 'counter' ? paths.orders : paths[role], { replace: true })
  }
  const wrong = wrongOf(enrol.error)
  const wait = useWait(enrol.error)

  return (
    <PeopleForm
      button={t('people.addTablet')}
      size="large"
      isBusy={enrol.isPending || (wait !== undefined && wait.secondsLeft > 0)}
      error={enrol.error}
      shownElsewhere={['bad_code', 'bad_name']}
      onSubmit={() => enrol.mutate(code.trim(), { onSuccess })}
    >
      <TextField
        label={t('people.code')}
        hint={t('people.codeHint')}
        error={wrong === 'bad_code' ? t(enrol.variables === '' ? 'people.noCode' : 'people.bad_code') : undefined}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <NameField
        label={t('people.tabletName')}
        hint={t('people.tabletNameHint')}
        error={wrong === 'bad_name' ? t('people.bad_name') : undefined}
        value={name}
        onChange={setName}
      />
    </PeopleForm>
  )
}
