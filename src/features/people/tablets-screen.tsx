import { callDesk } from '#client/call.ts'
import { people } from '#contract/desk/people.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { formatMoment } from '#words/format.ts'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, PeopleRow, SignInFirst } from './people-list.tsx'
import { Command, PeoplePage } from './people-page.tsx'
import { tabletsQuery, useChange, useMe, useSession } from './people-queries.ts'

/** `/tablets`: which tablets may read and ring, and cutting one off. */
export function TabletsScreen() {
  const say = useWords()
  const session = useSession()
  return (
    <PeoplePage title={say('people.tabletsTitle')}>
      {session?.staff ? <TabletList /> : <SignInFirst />}
      <div className="flex flex-col gap-2">
        <p className="text-soft">{say('people.moreTablets')}</p>
        <Command>npm run -s desk -- enrol</Command>
      </div>
    </PeoplePage>
  )
}

function TabletList() {
  const say = useWords()
  const language = useLanguage()
  const { data: tablets, error } = useQuery(tabletsQuery())
  const me = useMe()
  const [leavingId, setLeavingId] = useState<string>()
  const cutOff = useChange(
    (deviceId: string) => callDesk(people.removeTablet, { params: { deviceId } }),
    () => setLeavingId(undefined),
  )
  if (!tablets) {
    if (error) throw error
    return <Skeleton className="h-40" />
  }
  const leaving = tablets.find(({ id }) => id === leavingId)
  return (
    <>
      {me && !me.is_manager && <p className="text-soft">{say('people.manager_required')}</p>}
      <ul className="border-t border-line">
        {tablets.map(({ id, name, is_this: isThis, enrolled_at: enrolledAt, last_seen_at: lastSeenAt }) => (
          <PeopleRow
            key={id}
            name={name}
            tags={isThis ? [say('people.thisTablet')] : []}
            details={
              <p className="text-sm text-soft">
                {say('people.enrolledAt', { time: formatMoment(enrolledAt, language) })}
                <br />
                {say('people.lastSeen', { time: formatMoment(lastSeenAt, language) })}
              </p>
            }
            action={
              me?.is_manager && (
                <Button look="grave" aria-label={say('people.cutOffName', { name })} onClick={() => setLeavingId(id)}>
                  {say('people.cutOff')}
                </Button>
              )
            }
          />
        ))}
      </ul>
      {leaving && (
        <Confirm
          title={say('people.cutOffName', { name: leaving.name })}
          consequence={say('people.cutOffWhat')}
          warning={leaving.is_this ? say('people.cutOffThis') : undefined}
          button={say('people.cutOff')}
          isPending={cutOff.isPending}
          error={cutOff.error}
          onConfirm={() => cutOff.mutate(leaving.id)}
          onClose={() => {
            cutOff.reset()
            setLeavingId(undefined)
          }}
        />
      )}
    </>
  )
}
