import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog.tsx'
import { useWords } from '#words/words.tsx'

/** What ends the form of a rejection. */
export function RejectActions({ onCancel }: { readonly onCancel: () => void }) {
  const say = useWords()
  return (
    <DialogActions>
      <Button onClick={onCancel}>{say('reject.cancel')}</Button>
      <Button type="submit" look="grave">
        {say('reject.send')}
      </Button>
    </DialogActions>
  )
}
