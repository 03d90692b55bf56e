import { cleanReasonText, isReasonTextTooLong } from '#contract/desk/reason-text.ts'
import { TextArea } from '#web/components/field.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface ReasonTextProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The optional text beside a reason, with an error if it is too long. */
export function ReasonText({ text, onChange }: ReasonTextProps) {
  const t = useTranslate()
  const isTooLong = isReasonTextTooLong(cleanReasonText(text))
  return (
    <TextArea
      label={t('reject.text')}
      value={text}
      onChange={onChange}
      error={isTooLong ? t('reject.textTooLong') : undefined}
    />
  )
}
