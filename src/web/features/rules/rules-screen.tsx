import type { AutoAccept } from '#contract/desk/rules.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Switch } from '#web/components/field.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { isForManagers, ManagedScreen } from '#web/manage/managed-screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { OutdatedRehearsal, RehearsalSummary, RehearsedOrders, Rehearsing } from './rehearsal.tsx'
import { entryOf, isSameEntry, problemOf, type RuleEntry, ruleOf } from './rule-entry.ts'
import { RuleForm } from './rule-form.tsx'
import { ruleQuery, useRehearsal, useSaveRule } from './rule-queries.ts'
import { failureWords } from './rule-words.ts'
import { TurnOnDialog } from './turn-on-dialog.tsx'

/** `/rules`: a manager sets which orders are accepted automatically, and tries it on past orders. */
export function RulesScreen() {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  return (
    <ManagedScreen title={t('nav.rules')}>
      {session?.staff ? <Rules /> : <SignInFirst why={t('rules.signInFirst')} />}
    </ManagedScreen>
  )
}

function Rules() {
  const t = useTranslate()
  const { data: rule, error } = useQuery(ruleQuery())
  if (isForManagers(error)) return <p className="text-soft">{t('rules.managerOnly')}</p>
  if (rule) return <RuleOfShop rule={rule} />
  if (error) throw error
  return <Skeleton className="h-40" />
}

interface PartProps {
  readonly title: string
  readonly children: ReactNode
}

function Part({ title, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded border border-line bg-raised p-4 tablet:p-6">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function RuleOfShop({ rule }: { readonly rule: AutoAccept }) {
  const t = useTranslate()
  const [changed, setChanged] = useState<RuleEntry>()
  const [isAsking, setAsking] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const save = useSaveRule((fields) => {
    // What is typed outlasts a press of the switch.
    if (fields.weekdays) setChanged(undefined)
    setAsking(false)
  })
  const saved = entryOf(rule)
  const entry = changed ?? saved
  const isChanged = !isSameEntry(entry, saved)
  const wrong = problemOf(entry)

  /** Continues unless a field is wrong, which is then shown: it may be far from the pressed button. */
  function ifRight(next: () => void): void {
    flushSync(() => setChecked(true))
    if (wrong) form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] button')?.focus()
    else next()
  }

  function change(fields: Partial<RuleEntry>): void {
    save.reset()
    setChanged({ ...entry, ...fields })
  }

  return (
    <>
      <div className="rounded border border-line bg-raised p-4 tablet:p-6">
        <Switch
          label={t('rules.switch')}
          hint={t('rules.switchHint')}
          checked={rule.enabled}
          onChange={(isOn) => (isOn ? ifRight(() => setAsking(true)) : save.mutate({ enabled: false }))}
        />
      </div>
      <Part title={t('rules.conditions')}>
        <div ref={form} className="contents">
          <RuleForm entry={entry} problem={isChecked ? wrong : undefined} onChange={change} />
        </div>
        {!isAsking && <ChangeFailure error={save.error} words={failureWords} />}
        <div className="flex flex-wrap items-center gap-4">
          <Button
            look="primary"
            size="large"
            disabled={!isChanged}
            isBusy={save.isPending}
            onClick={() => ifRight(() => save.mutate(ruleOf(entry)))}
          >
            {t('people.save')}
          </Button>
          <p role="status" className="text-soft">
            {isChanged ? t('rules.unsaved') : save.isSuccess && t('rules.saved')}
          </p>
        </div>
      </Part>
      <Rehearsal entry={entry} ifRight={ifRight} />
      {isAsking && (
        <TurnOnDialog
          entry={entry}
          isBusy={save.isPending}
          error={save.error}
          onConfirm={() => save.mutate({ ...ruleOf(entry), enabled: true })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface RehearsalProps {
  readonly entry: RuleEntry
  readonly ifRight: (next: () => void) => void
}

/** What the rule, as it is shown, would have done with past orders. */
function Rehearsal({ entry, ifRight }: RehearsalProps) {
  const t = useTranslate()
  const { mutate, data, error, isPending } = useRehearsal()
  const [tried, setTried] = useState<RuleEntry>()

  function tryOut(): void {
    setTried(entry)
    mutate(ruleOf(entry))
  }

  return (
    <Part title={t('rules.tryTitle')}>
      <p className="text-soft">{t('rules.tryHint')}</p>
      <Button className="self-start" isBusy={isPending} onClick={() => ifRight(tryOut)}>
        {t('rules.try')}
      </Button>
      {isPending && <Rehearsing />}
      <ChangeFailure error={error} words={failureWords} />
      {data && !isPending && (
        <>
          {tried && !isSameEntry(tried, entry) && <OutdatedRehearsal />}
          <RehearsalSummary orders={data} />
          {data.length > 0 && <RehearsedOrders key={JSON.stringify(tried)} orders={data} />}
        </>
      )}
    </Part>
  )
}
