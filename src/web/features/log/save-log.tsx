import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/message.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useMutation } from '@tanstack/react-query'
import { saveLogFile } from './save-log-file.ts'
import type { LogWanted } from './log-queries.ts'

/** All that is wanted of the log as a file for a spreadsheet. */
export function SaveLog({ wanted }: { readonly wanted: LogWanted }) {
  const t = useTranslate()
  const save = useMutation({
    mutationFn: () => saveLogFile(wanted),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        {t('log.save')}
      </Button>
      {save.error && (
        <Message role="alert" look="red">
          {t('log.saveFailed')}
        </Message>
      )}
    </div>
  )
}
