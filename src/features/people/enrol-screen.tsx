import { callDesk } from '#client/call.ts'
import { people } from '#contract/desk/people.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { PeopleFailure, wrongOf } from './people-failure.tsx'
import { Command, PeoplePage } from './people-page.tsx'
import { useSession } from './people-queries.ts'

/** `/enrol#CODE`, and any address on a tablet that was not let in yet: lets it in by its code. */
export function EnrolScreen() {
  const say = useWords()
  const { pathname, hash } = useLocation()
  const name = useSession()?.device?.name
  const code = pathname === paths.enrol ? hash.slice(1) : ''
  return (
    <PeoplePage title={say(name === undefined ? 'people.enrolTitle' : 'people.addTablet')}>
      <div className="flex flex-col gap-2">
        <p className="text-soft">{name === undefined ? say('people.enrolHow') : say('people.enrolledAs', { name })}</p>
        <Command>npm run -s desk -- enrol</Command>
      </div>
      <EnrolForm key={code} linkedCode={code} />
    </PeoplePage>
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
    mutationFn: () => callDesk(people.enrol, { body: { code, device_name: name } }),
    async onSuccess() {
      if (pathname === paths.enrol) void navigate(paths.orders, { replace: true })
      await queries.invalidateQueries()
    },
  })
  const wrong = wrongOf(enrol.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!enrol.isPending) enrol.mutate()
  }

  return (
    <form onSubmit={submit} autoComplete="off" className="flex flex-col gap-5">
      <TextField
        label={say('people.code')}
        hint={say('people.codeHint')}
        error={wrong === 'bad_code' ? say('people.bad_code') : undefined}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <TextField
        label={say('people.tabletName')}
        hint={say('people.tabletNameHint')}
        error={wrong === 'bad_name' ? say('people.bad_name') : undefined}
        dir="auto"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <PeopleFailure error={enrol.error} saidElsewhere={['bad_code', 'bad_name']} />
      <Button type="submit" look="primary" size="large" aria-disabled={enrol.isPending}>
        {say('people.addTablet')}
      </Button>
    </form>
  )
}
