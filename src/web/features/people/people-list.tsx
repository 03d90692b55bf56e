import { people, type Tablet } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message, Skeleton } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ConfirmDialog, FormDialog } from '#web/manage/dialogs.tsx'
import { NameField, notifyOtherName, PeopleFailure, wrongOf } from './people-form.tsx'
import { usePeopleChange } from './people-change.ts'
import { useMe } from './people-queries.ts'
import { type ReactNode, useState } from 'react'

interface Named {
  readonly id: string
  readonly name: string
}

interface Removal<Entry> {
  readonly button: string
  /** The name of the button and of the dialog, for an entry's name. */
  readonly title: (name: string) => string
  readonly consequence: string
  /** A warning if the removal affects the user. */
  readonly warning: (entry: Entry) => string | undefined
  readonly remove: (id: string) => Promise<unknown>
}

interface PeopleListProps<Entry extends Named> {
  /** Undefined while loading. */
  readonly entries: readonly Entry[] | undefined
  readonly error: Error | null
  /** Labels of an entry. */
  readonly tags: (entry: Entry) => readonly (string | false)[]
  readonly details: (entry: Entry) => ReactNode
  /** Whether an entry can be removed. */
  readonly canGo: (entry: Entry) => boolean
  readonly removal: Removal<Entry>
  /** Further actions of an entry. */
  readonly more?: (entry: Entry) => ReactNode
}

/** A list that everybody signed in may see. A manager can remove entries after a confirmation. */
export function PeopleList<Entry extends Named>({ entries, error, removal, ...row }: PeopleListProps<Entry>) {
  const t = useTranslate()
  const me = useMe()
  const [leavingId, setLeavingId] = useState<string>()
  if (!entries) {
    if (error) throw error
    return <Skeleton className="h-40" />
  }
  const leaving = entries.find(({ id }) => id === leavingId)
  return (
    <>
      {me && !me.is_manager && <p className="text-soft">{t('people.manager_required')}</p>}
      <ul className="border-t border-line">
        {entries.map((entry) => (
          <PeopleRow key={entry.id} name={entry.name} tags={row.tags(entry)} details={row.details(entry)}>
            {row.more?.(entry)}
            {me?.is_manager && row.canGo(entry) && (
              <Button look="grave" aria-label={removal.title(entry.name)} onClick={() => setLeavingId(entry.id)}>
                {removal.button}
              </Button>
            )}
          </PeopleRow>
        ))}
      </ul>
      {leaving && <Confirm entry={leaving} removal={removal} onClose={() => setLeavingId(undefined)} />}
    </>
  )
}

interface PeopleRowProps {
  readonly name: string
  readonly tags: readonly (string | false)[]
  readonly details: ReactNode
  readonly children: ReactNode
}

const PeopleRow = ({ name, tags, details, children }: PeopleRowProps) => (
  <li className="flex min-h-16 flex-wrap items-center justify-end gap-3 border-b border-line py-2">
    <div className="min-w-0 flex-1 basis-64">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        <bdi dir="auto" className="break-words">
          {name}
        </bdi>
        {tags.map(
          (tag) =>
            tag !== false && (
              <span key={tag} className="rounded bg-accent-tint px-2 text-sm text-accent">
                {tag}
              </span>
            ),
        )}
      </p>
      {details}
    </div>
    {/* They wrap together, so that none stands alone. */}
    <div className="flex flex-wrap justify-end gap-3">{children}</div>
  </li>
)

interface ConfirmProps<Entry> {
  readonly entry: Entry
  readonly removal: Removal<Entry>
  readonly onClose: () => void
}

/** Asks for confirmation and states the consequence, because a removal cannot be undone. */
function Confirm<Entry extends Named>({ entry, removal, onClose }: ConfirmProps<Entry>) {
  const { isPending, error, mutate } = usePeopleChange(removal.remove, onClose)
  const warning = removal.warning(entry)
  return (
    <ConfirmDialog
      title={removal.title(entry.name)}
      button={removal.button}
      isGrave
      isBusy={isPending}
      onConfirm={() => mutate(entry.id)}
      onClose={onClose}
    >
      {warning !== undefined && <Message look="amber">{warning}</Message>}
      <p>{removal.consequence}</p>
      <PeopleFailure error={error} />
    </ConfirmDialog>
  )
}

interface NewNameProps {
  readonly tablet: Tablet
}

/** The button in a tablet's row that renames it. */
export function NewName({ tablet }: NewNameProps) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button aria-label={t('people.renameName', { name: tablet.name })} onClick={() => setAsking(true)}>
        {t('people.rename')}
      </Button>
      {isAsking && <NewNameDialog tablet={tablet} onClose={() => setAsking(false)} />}
    </>
  )
}

function NewNameDialog({ tablet, onClose }: NewNameProps & { readonly onClose: () => void }) {
  const t = useTranslate()
  const [name, setName] = useState(tablet.name)
  const change = usePeopleChange(async (typed: string) => {
    const { data } = await callDesk(people.renameTablet, { params: { deviceId: tablet.id }, body: { name: typed } })
    notifyOtherName(t, typed, data.name)
  }, onClose)

  return (
    <FormDialog
      title={t('people.renameName', { name: tablet.name })}
      button={t('people.save')}
      isBusy={change.isPending}
      onSubmit={() => change.mutate(name)}
      onClose={onClose}
    >
      <NameField
        label={t('people.tabletName')}
        hint={t('people.tabletNameHint')}
        error={wrongOf(change.error) === 'bad_name' ? t('people.bad_name') : undefined}
        value={name}
        onChange={setName}
      />
      <PeopleFailure error={change.error} shownElsewhere={['bad_name']} />
    </FormDialog>
  )
}
