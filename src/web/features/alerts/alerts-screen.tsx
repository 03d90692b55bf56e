import type { Duty } from '#contract/desk/alerts.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Message, ServiceText, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { isForManagers, ManagedScreen } from '#web/manage/managed-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { AlertList } from './alert-list.tsx'
import { alertsQuery, dutyQuery, ladderQuery } from './alert-queries.ts'
import { failureWords } from './alert-words.ts'
import { DutyRow } from './duty-row.tsx'
import { LadderSteps } from './ladder-steps.tsx'
import { Part } from './part.tsx'
import { Rehearsal, StartRehearsal } from './rehearsal.tsx'

/** `/alerts`: who is told of what nobody at the counter sees, in which order, and what was told. */
export function AlertsScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  if (session?.staff) return <Alerts windowSeconds={session.response_window_seconds} />
  return (
    <ManagedScreen title={t('nav.alerts')}>
      <SignInFirst why={t('alerts.signInFirst')} />
    </ManagedScreen>
  )
}

function Alerts({ windowSeconds }: { readonly windowSeconds: number }) {
  const t = useTranslate()
  const { data: duties, error } = useQuery(dutyQuery())
  const { data: ladder, error: noLadder } = useQuery(ladderQuery())
  const isRehearsing = ladder?.is_rehearsing ?? false
  const { data: list, error: noList } = useQuery(alertsQuery(isRehearsing))
  const isManager = !isForManagers(noList)
  const failure = [error, noLadder, noList].find((each) => each && !isForManagers(each))
  const isKnown = duties && (list ?? noList)
  return (
    <ManagedScreen
      title={t('nav.alerts')}
      beside={
        isManager &&
        ladder &&
        duties &&
        !isRehearsing && (
          <StartRehearsal isAnybodyListed={ladder.calls.length > 0 || duties.some(({ phones }) => phones.length > 0)} />
        )
      }
    >
      {isRehearsing && <Rehearsal list={list ?? []} />}
      <ChangeFailure error={failure ?? null} words={failureWords} />
      {!isKnown && !failure && <Skeleton className="h-96" />}
      {isKnown && <Who duties={duties} isManager={isManager} />}
      {isManager && ladder && duties && <LadderSteps ladder={ladder} duties={duties} windowSeconds={windowSeconds} />}
      {isManager && list && <AlertList alerts={list} />}
    </ManagedScreen>
  )
}

interface WhoProps {
  readonly duties: readonly Duty[]
  readonly isManager: boolean
}

/** The people of the shop. Somebody who is no manager sees who is on duty. */
function Who({ duties, isManager }: WhoProps) {
  const t = useTranslate()
  return (
    <Part title={t('alerts.who')}>
      {duties.every(({ phones }) => phones.length === 0) && <Message look="amber">{t('alerts.whoNone')}</Message>}
      <ul className="divide-y divide-line rounded border border-line bg-raised">
        {duties.map((duty) =>
          isManager ? <DutyRow key={duty.person.id} duty={duty} /> : <DutyLine key={duty.person.id} duty={duty} />,
        )}
      </ul>
      {isManager && <p className="text-sm text-soft">{t('alerts.ownerHint')}</p>}
    </Part>
  )
}

function DutyLine({ duty: { person, is_on_duty: isOnDuty } }: { readonly duty: Duty }) {
  const t = useTranslate()
  return (
    <li className="flex min-h-12 items-center justify-between gap-4 px-4 py-2">
      <ServiceText className="font-semibold">{person.name}</ServiceText>
      <span className={isOnDuty ? 'text-good' : 'text-soft'}>{t(isOnDuty ? 'alerts.onDuty' : 'alerts.offDuty')}</span>
    </li>
  )
}
