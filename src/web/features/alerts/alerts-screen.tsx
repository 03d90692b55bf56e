import type { Duty } from '#contract/desk/alerts.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Message, ServiceText, Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
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
  return (
    <div className="flex w-full max-w-3xl flex-col gap-6 pb-8">
      <title>{`${t('nav.alerts')} · ${t('app.name')}`}</title>
      {session?.staff ? (
        <Alerts windowSeconds={session.response_window_seconds} />
      ) : (
        <>
          <h1 className="text-xl font-bold">{t('nav.alerts')}</h1>
          <SignInFirst why={t('alerts.signInFirst')} />
        </>
      )}
    </div>
  )
}

const isForManagers = (error: Error | null): boolean => error instanceof Failure && error.code === 'manager_required'

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
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-xl font-bold">{t('nav.alerts')}</h1>
        {isManager && ladder && duties && !isRehearsing && (
          <StartRehearsal isAnybodyListed={ladder.calls.length > 0 || duties.some(({ phones }) => phones.length > 0)} />
        )}
      </div>
      {isRehearsing && <Rehearsal list={list ?? []} />}
      {failure && <Message look="red">{failureWords(failure, t)}</Message>}
      {!isKnown && !failure && <Skeleton className="h-96" />}
      {isKnown && <Who duties={duties} isManager={isManager} />}
      {isManager && ladder && duties && <LadderSteps ladder={ladder} duties={duties} windowSeconds={windowSeconds} />}
      {isManager && list && <AlertList alerts={list} />}
    </>
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
