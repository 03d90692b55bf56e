import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx'
import { Switch } from '#ui/switch.tsx'
import { useWords } from '#words/words.tsx'
import { keyList } from './key-list.ts'

interface KeysDialogProps {
  readonly isOn: boolean
  readonly onTurn: (on: boolean) => void
  readonly onClose: () => void
}

/** What each key does. */
export function KeysDialog({ isOn, onTurn, onClose }: KeysDialogProps) {
  const say = useWords()
  return (
    <Dialog title={say('keys.title')} onClose={onClose}>
      <DialogBody>
        <p className="text-soft">{say('keys.how')}</p>
        <dl className="grid gap-x-6 gap-y-2 tablet:grid-cols-2">
          {keyList.map(([key, does]) => (
            <div key={key} className="flex items-baseline gap-3">
              <dt>
                <kbd className="inline-block min-w-9 rounded-sm border border-edge bg-sunken px-2 py-1 text-center font-mono text-base">
                  {key}
                </kbd>
              </dt>
              <dd>{say(does)}</dd>
            </div>
          ))}
        </dl>
        <Switch label={say('keys.on')} hint={say('keys.onHint')} checked={isOn} onChange={onTurn} />
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {say('keys.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
