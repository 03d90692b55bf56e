import type { Printer } from '#contract/desk/printers.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { SecretDialog } from '#web/manage/dialogs.tsx'

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
    <SecretDialog
      title={t('printers.pollTitle', { name })}
      how={t(`printers.poll.${kind}`)}
      secret={url}
      once={t('printers.pollOnce')}
      onClose={onClose}
    >
      <p className="text-soft">{t('printers.pollWait')}</p>
    </SecretDialog>
  )
}
