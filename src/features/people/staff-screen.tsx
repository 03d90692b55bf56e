import { callDesk } from '#client/call.ts'
import { people } from '#contract/desk/people.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddPerson } from './add-person.tsx'
import { Confirm, PeopleRow, SignInFirst } from './people-list.tsx'
import { PeoplePage } from './people-page.tsx'
import { staffQuery, useChange, useMe, useSession } from './people-queries.ts'

/** `/staff`: who may act, adding somebody, removing somebody. */
export function StaffScreen() {
  const say = useWords()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={say('people.staffTitle')}>
      {session?.staff ? <StaffList /> : <SignInFirst />}
      {me?.is_manager && <AddPerson />}
    </PeoplePage>
  )
}

function StaffList() {
  const say = useWords()
  const { data: staff, error } = useQuery(staffQuery())
  const me = useMe()
  const [leavingId, setLeavingId] = useState<string>()
  const remove = useChange(
    (personId: string) => callDesk(people.removePerson, { params: { personId } }),
    () => setLeavingId(undefined),
  )
  if (!staff) {
    if (error) throw error
    return <Skeleton className="h-40" />
  }
  const leaving = staff.find(({ id }) => id === leavingId)
  return (
    <>
      {me && !me.is_manager && <p className="text-soft">{say('people.manager_required')}</p>}
      <ul className="border-t border-line">
        {staff.map(({ id, name, is_manager: isManager }) => (
          <PeopleRow
            key={id}
            name={name}
            tags={[...(isManager ? [say('people.manager')] : []), ...(id === me?.id ? [say('people.you')] : [])]}
            action={
              me?.is_manager && (
                <Button look="grave" aria-label={say('people.removeName', { name })} onClick={() => setLeavingId(id)}>
                  {say('people.remove')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      {leaving && (
        <Confirm
          title={say('people.removeName', { name: leaving.name })}
          consequence={say('people.removeWhat')}
          warning={leaving.id === me?.id ? say('people.removeThis') : undefined}
          button={say('people.remove')}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(leaving.id)}
          onClose={() => {
            remove.reset()
            setLeavingId(undefined)
          }}
        />
      )}
    </>
  )
}
