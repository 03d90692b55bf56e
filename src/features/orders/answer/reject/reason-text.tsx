import { cleanReasonText, isReasonTextTooLong } from '#contract/desk/reason-text.ts'
import { TextArea } from '#ui/field.tsx'
import { useWords } from '#words/words.tsx'

interface ReasonTextProps {
  readonly text: string
  readonly onChange: (text: string) => void
}

/** What somebody may write beside a reason; it says where that is too long. */
export function ReasonText({ text, onChange }: ReasonTextProps) {
  const say = useWords()
  const isTooLong = isReasonTextTooLong(cleanReasonText(text))
  return (
    <TextArea
      label={say('reject.text')}
      value={text}
      onChange={onChange}
      error={isTooLong ? say('reject.textTooLong') : undefined}
    />
  )
}
