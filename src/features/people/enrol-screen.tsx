import { useLocation, useNavigate } from '#client/navigation.tsx'
import { wasCutOff } from '#client/cut-off.ts'
import { callDesk } from '#client/wire/call.ts'
import { sessionQuery } from '#client/session.ts'
import { useTold } from '#client/told.ts'
import { people } from '#contract/desk/people.ts'
import { paths } from '#paths.ts'
import { TextField } from '#ui/field.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskCommand } from './desk-command.tsx'
import { wrongOf } from './people-failure.tsx'
import { NameField, PeopleForm } from './people-form.tsx'
import { PeoplePage } from './people-page.tsx'
import { useSession } from './people-queries.ts'
import { tellOtherName } from './tell-other-name.ts'
import { useWait } from './wait.tsx'
import { WayBack } from './way-back.tsx'

/** `/enrol#CODE`, and any address on a tablet that was not let in yet: lets it in by its code. */
export function EnrolScreen() {
  const say = useWords()
  const { pathname, hash } = useLocation()
  const name = useSession()?.device?.name
  const wasIn = useTold(wasCutOff)
  const code = pathname === paths.enrol ? hash.slice(1) : ''
  return (
    <PeoplePage title={say(name !== undefined ? 'people.addTablet' : wasIn ? 'people.wasCutOff' : 'people.enrolTitle')}>
      <p className="text-soft">{name === undefined ? say('people.enrolHow') : say('people.enrolledAs', { name })}</p>
      <EnrolForm key={code} linkedCode={code} />
      {name === undefined && <FirstTablet />}
      <WayBack />
    </PeoplePage>
  )
}

/** Where no tablet is in yet, nobody can make a code on one. */
function FirstTablet() {
  const say = useWords()
  return (
    <details className="text-soft">
      <summary className="flex min-h-12 items-center underline">{say('people.firstTablet')}</summary>
      <div className="flex flex-col gap-2">
        <p>{say('people.firstTabletHow')}</p>
        <DeskCommand words="enrol" />
      </div>
    </details>
  )
}

function EnrolForm({ linkedCode }: { readonly linkedCode: string }) {
  const say = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [code, setCode] = useState(linkedCode)
  const [name, setName] = useState('')
  const enrol = useMutation({
    mutationFn: (typed: string) => callDesk(people.enrol, { body: { code: typed, device_name: name } }),
    // Who was let in waits until this page knows of it, and not for all else that may be read now.
    async onSuccess({ data: { device } }) {
      tellOtherName(say, name, device.name)
      const { queryKey } = sessionQuery()
      await queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] })
    },
  })
  // Only from where it was asked: who has gone elsewhere meanwhile is not fetched back.
  const onSuccess = () => {
    if (pathname === paths.enrol) navigate(paths.orders, { replace: true })
  }
  const wrong = wrongOf(enrol.error)
  const wait = useWait(enrol.error)

  return (
    <PeopleForm
      button={say('people.addTablet')}
      size="large"
      isBusy={enrol.isPending || (wait !== undefined && wait.secondsLeft > 0)}
      error={enrol.error}
      saidElsewhere={['bad_code', 'bad_name']}
      onSubmit={() => enrol.mutate(code.trim(), { onSuccess })}
    >
      <TextField
        label={say('people.code')}
        hint={say('people.codeHint')}
        error={wrong === 'bad_code' ? say(enrol.variables === '' ? 'people.noCode' : 'people.bad_code') : undefined}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <NameField
        label={say('people.tabletName')}
        hint={say('people.tabletNameHint')}
        error={wrong === 'bad_name' ? say('people.bad_name') : undefined}
        value={name}
        onChange={setName}
      />
    </PeopleForm>
  )
}
