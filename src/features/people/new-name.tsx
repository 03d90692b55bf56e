import { callDesk } from '#client/wire/call.ts'
import { people, type Tablet } from '#contract/desk/people.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { useWords } from '#words/words.tsx'
import { useState, type FormEvent } from 'react'
import { PeopleFailure, wrongOf } from './people-failure.tsx'
import { NameField } from './people-form.tsx'
import { useChange } from './people-queries.ts'
import { tellOtherName } from './tell-other-name.ts'

interface NewNameProps {
  readonly tablet: Tablet
}

/** The button in a tablet's row that gives it another name. */
export function NewName({ tablet }: NewNameProps) {
  const say = useWords()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button aria-label={say('people.renameName', { name: tablet.name })} onClick={() => setAsking(true)}>
        {say('people.rename')}
      </Button>
      {isAsking && <NewNameDialog tablet={tablet} onClose={() => setAsking(false)} />}
    </>
  )
}

function NewNameDialog({ tablet, onClose }: NewNameProps & { readonly onClose: () => void }) {
  const say = useWords()
  const [name, setName] = useState(tablet.name)
  const change = useChange(async (wished: string) => {
    const { data } = await callDesk(people.renameTablet, { params: { deviceId: tablet.id }, body: { name: wished } })
    tellOtherName(say, wished, data.name)
  }, onClose)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!change.isPending) change.mutate(name)
  }

  return (
    <Dialog title={say('people.renameName', { name: tablet.name })} onClose={onClose}>
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <NameField
            label={say('people.tabletName')}
            hint={say('people.tabletNameHint')}
            error={wrongOf(change.error) === 'bad_name' ? say('people.bad_name') : undefined}
            value={name}
            onChange={setName}
          />
          <PeopleFailure error={change.error} saidElsewhere={['bad_name']} />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{say('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {say('people.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
