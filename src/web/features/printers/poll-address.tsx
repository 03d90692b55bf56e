import type { Printer } from '#contract/desk/printers.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Code, Message } from '#web/components/text.tsx'
import { CopyButton } from '#web/format/copy-button.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

/** A new printer that asks the desk, with the address that it asks. */
export interface PolledPrinter {
  readonly name: string
  readonly kind: Exclude<Printer['kind'], 'escpos'>
  readonly url: string
}

interface PollAddressProps {
  readonly printer: PolledPrinter
  readonly onClose: () => void
}

/** Where to type in the address of a new printer that asks the desk. It is shown once, because it holds the key. */
export function PollAddress({ printer: { name, kind, url }, onClose }: PollAddressProps) {
  const t = useTranslate()
  return (
    <Dialog title={t('printers.pollTitle', { name })} onClose={onClose}>
      <DialogBody>
        <p>{t(`printers.poll.${kind}`)}</p>
        <div className="flex flex-col gap-2">
          <Code>{url}</Code>
          <CopyButton text={url} />
        </div>
        <Message look="amber" role="note">
          {t('printers.pollOnce')}
        </Message>
        <p className="text-soft">{t('printers.pollWait')}</p>
      </DialogBody>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('printers.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
