import { people, readName, type Tablet } from '#contract/desk/people.ts'
import { callDesk } from '#web/api/http/call.ts'
import { notify } from '#web/api/toasts.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { NameField, PeopleFailure, wrongOf } from './people-form.tsx'
import { useChange } from './people-queries.ts'
import { type FormEvent, useState } from 'react'

/** Tells which name a tablet got if the typed one was taken. */
export function notifyOtherName(t: Translate, typed: string, name: string): void {
  if (readName(typed) !== name) notify(t('people.otherName', { name }))
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
  const change = useChange(async (typed: string) => {
    const { data } = await callDesk(people.renameTablet, { params: { deviceId: tablet.id }, body: { name: typed } })
    notifyOtherName(t, typed, data.name)
  }, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate(name)
  }

  return (
    <Dialog title={t('people.renameName', { name: tablet.name })} onClose={onClose}>
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <NameField
            label={t('people.tabletName')}
            hint={t('people.tabletNameHint')}
            error={wrongOf(change.error) === 'bad_name' ? t('people.bad_name') : undefined}
            value={name}
            onChange={setName}
          />
          <PeopleFailure error={change.error} saidElsewhere={['bad_name']} />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {t('people.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
