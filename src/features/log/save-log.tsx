import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation } from '@tanstack/react-query'
import type { LogWanted } from './log-queries.ts'

/** All that is wanted of the log as a file for a spreadsheet. */
export function SaveLog({ wanted }: { readonly wanted: LogWanted }) {
  const say = useWords()
  const save = useMutation({
    mutationFn: async () => (await import('./save-log-file.ts')).saveLogFile(wanted),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        {say('log.save')}
      </Button>
      {save.error && (
        <Message role="alert" look="red">
          {say('log.saveFailed')}
        </Message>
      )}
    </div>
  )
}
