import { callDesk } from '#client/wire/call.ts'
import { people } from '#contract/desk/people.ts'
import { SignInFirst } from '#reading/sign-in-first.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { AddPerson } from './add-person.tsx'
import { NewPin } from './new-pin.tsx'
import { PeopleList } from './people-list.tsx'
import { PeoplePage } from './people-page.tsx'
import { staffQuery, useMe, useSession } from './people-queries.ts'

/** `/staff`: who may act, adding somebody, a new PIN, removing somebody. */
export function StaffScreen() {
  const say = useWords()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={say('people.staffTitle')}>
      {session?.staff ? <StaffList /> : <SignInFirst why={say('people.signInFirst')} />}
      {me?.is_manager && <AddPerson />}
    </PeoplePage>
  )
}

function StaffList() {
  const say = useWords()
  const me = useMe()
  const { data: staff, error } = useQuery(staffQuery())
  const isOnlyManager = staff?.filter(({ is_manager: isManager }) => isManager).length === 1
  return (
    <PeopleList
      entries={staff}
      error={error}
      tags={({ id, is_manager: isManager }) => [isManager && say('people.manager'), id === me?.id && say('people.you')]}
      details={({ is_manager: isManager }) =>
        isManager && isOnlyManager && <p className="text-sm text-soft">{say('people.last_manager')}</p>
      }
      canGo={({ is_manager: isManager }) => !isManager || !isOnlyManager}
      removal={{
        button: say('people.remove'),
        title: (name) => say('people.removeName', { name }),
        consequence: say('people.removeWhat'),
        warning: ({ id }) => (id === me?.id ? say('people.removeThis') : undefined),
        remove: (personId) => callDesk(people.removePerson, { params: { personId } }),
      }}
      more={(person) =>
        me && (me.is_manager || me.id === person.id) && <NewPin person={person} isMe={me.id === person.id} />
      }
    />
  )
}
