import { callDesk } from '#web/api/http/call.ts'
import { people } from '#contract/desk/people.ts'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { AddPerson } from './add-person.tsx'
import { NewPin } from './new-pin.tsx'
import { PeopleList } from './people-list.tsx'
import { PeoplePage } from './people-form.tsx'
import { staffQuery, useMe, useSession } from './people-queries.ts'

/** `/staff`: lists the people; a manager can add and remove them and set new PINs. */
export function StaffScreen() {
  const t = useTranslate()
  const session = useSession()
  const me = useMe()
  return (
    <PeoplePage title={t('people.staffTitle')}>
      {session?.staff ? <StaffList /> : <SignInFirst why={t('people.signInFirst')} />}
      {me?.is_manager && <AddPerson />}
    </PeoplePage>
  )
}

function StaffList() {
  const t = useTranslate()
  const me = useMe()
  const { data: staff, error } = useQuery(staffQuery())
  const isOnlyManager = staff?.filter(({ is_manager: isManager }) => isManager).length === 1
  return (
    <PeopleList
      entries={staff}
      error={error}
      tags={({ id, is_manager: isManager }) => [isManager && t('people.manager'), id === me?.id && t('people.you')]}
      details={({ is_manager: isManager }) =>
        isManager && isOnlyManager && <p className="text-sm text-soft">{t('people.last_manager')}</p>
      }
      canGo={({ is_manager: isManager }) => !isManager || !isOnlyManager}
      removal={{
        button: t('people.remove'),
        title: (name) => t('people.removeName', { name }),
        consequence: t('people.removeWhat'),
        warning: ({ id }) => (id === me?.id ? t('people.removeThis') : undefined),
        remove: (personId) => callDesk(people.removePerson, { params: { personId } }),
      }}
      more={(person) =>
        me && (me.is_manager || me.id === person.id) && <NewPin person={person} isMe={me.id === person.id} />
      }
    />
  )
}
