import { codeAmong } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'

interface ManagedScreenProps {
  readonly title: string
  /** What can be done, beside the title. */
  readonly beside?: ReactNode
  /** Takes all the width, and as little height as it can: its rows have columns. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The frame of a screen of Manage. It is a section, because the focus of a removed row goes to the section around it. */
export function ManagedScreen({ title, beside, isWide = false, children }: ManagedScreenProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <section aria-labelledby={id} className={`flex w-full flex-col ${isWide ? 'gap-3 pb-6' : 'max-w-3xl gap-5 pb-8'}`}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id={id} className="text-xl font-bold">
          {title}
        </h1>
        {beside}
      </div>
      {children}
    </section>
  )
}

/** Whether a read or a change failed because it requires a manager. */
export const isForManagers = (error: Error | null): boolean => codeAmong(error, ['manager_required']) !== undefined

interface ManagedListProps<Entry extends { readonly id: string }> {
  readonly title: string
  /** Shown instead of the list if nobody is signed in. */
  readonly signInFirst: string
  /** Shown instead of the list to somebody who is no manager. */
  readonly managerOnly: string
  /** Reads the entries; it fails with `manager_required` for everybody but managers. */
  readonly query: UseQueryOptions<Entry[], Error, Entry[], string[]>
  /** The button that adds an entry. */
  readonly add: string
  readonly onAdd: () => void
  /** Says what the entries are for while there is none. */
  readonly none: ReactNode
  readonly row: (entry: Entry, all: readonly Entry[]) => ReactNode
  /** What is below the list. It receives undefined while the entries are not shown. */
  readonly children: (entries: readonly Entry[] | undefined) => ReactNode
}

/** A screen with a list that only managers see and change. */
export function ManagedList<Entry extends { readonly id: string }>(props: ManagedListProps<Entry>) {
  const { title, signInFirst, managerOnly, query, add, onAdd, none, row, children } = props
  const { data: session } = useQuery(sessionQuery())
  const isSignedIn = Boolean(session?.staff)
  const { data, error } = useQuery({ ...query, enabled: isSignedIn })
  const isRefused = isForManagers(error)
  if (isSignedIn && error && !isRefused && !data) throw error
  // What a manager has read before is not for the next person.
  const entries = isSignedIn && !isRefused ? data : undefined
  const isEmpty = entries?.length === 0
  return (
    <ManagedScreen title={title} beside={entries && !isEmpty && <Button onClick={onAdd}>{add}</Button>}>
      {!isSignedIn && <SignInFirst why={signInFirst} />}
      {isSignedIn && isRefused && <p className="text-soft">{managerOnly}</p>}
      {isSignedIn && !isRefused && !data && <Skeleton className="h-40" />}
      {isEmpty && (
        <div className="flex flex-col items-start gap-3 rounded border border-line bg-raised p-4 tablet:p-6">
          {none}
          <Button look="primary" size="large" onClick={onAdd}>
            {add}
          </Button>
        </div>
      )}
      {entries && !isEmpty && <ul className="flex flex-col gap-3">{entries.map((entry) => row(entry, entries))}</ul>}
      {children(entries)}
    </ManagedScreen>
  )
}

interface ManagedRowProps {
  readonly name: ReactNode
  /** The entry's state, at the end of the name's line. */
  readonly state?: ReactNode
  /** The only button, beside everything else, or below it on a phone. */
  readonly button?: ReactNode
  readonly children: ReactNode
}

/** An entry of the list, named by its heading. */
export function ManagedRow({ name, state, button, children }: ManagedRowProps) {
  const id = useId()
  return (
    <li
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-end gap-3 rounded border border-line bg-raised p-4"
    >
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-3">
        <div className="-mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h2 id={id} className="min-w-0 text-lg font-bold wrap-anywhere">
            {name}
          </h2>
          {state}
        </div>
        {children}
      </div>
      {button}
    </li>
  )
}

interface StateProps {
  /** The class of its colour. */
  readonly ink: string
  readonly children: ReactNode
}

/** An entry's state: a coloured dot and its words. */
export const State = ({ ink, children }: StateProps) => (
  <p className={`flex items-baseline gap-x-2 font-semibold ${ink}`}>
    <span className="size-2.5 shrink-0 rounded-full bg-current" aria-hidden="true" />
    <span className="min-w-0">{children}</span>
  </p>
)
