import { fetchText } from '#client/wire/fetch-text.ts'
import { readLog } from '#contract/desk/log.ts'
import { Button } from '#ui/button.tsx'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'
import { useMutation } from '@tanstack/react-query'
import { logParameters, type LogWanted } from './log-queries.ts'

/** All that is wanted of the log as a file for a spreadsheet. */
export function SaveLog({ wanted }: { readonly wanted: LogWanted }) {
  const say = useWords()
  const save = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({ format: 'csv', ...logParameters(wanted) })
      saveAs('vendor-desk-log.csv', await fetchText(`${readLog.path}?${query}`))
    },
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

/** Not a link to the file: an error would be saved in its place, and the demo has no server that a link could ask. */
function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  // The mark by which spreadsheets know UTF-8 is lost when a text is read.
  link.href = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
