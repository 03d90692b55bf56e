import { cleanReasonText, isReasonTextTooLong, type ReasonCode, reasonCodes } from '#contract/desk/reason-text.ts'
import type { RejectBody } from '#contract/vendor/order-endpoints.ts'
import { DialogBody } from '#web/components/dialog.tsx'
import { Choice } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useState, type FormEvent } from 'react'
import { ReasonText } from './reason-text.tsx'
import { RejectActions } from './reject-actions.tsx'

interface ReasonInOwnWordsProps {
  readonly onCancel: () => void
  readonly onSend: (body: RejectBody) => void
}

/** A rejection without the service's list: one of its standard codes and an optional text. */
export function ReasonInOwnWords({ onCancel, onSend }: ReasonInOwnWordsProps) {
  const t = useTranslate()
  const [code, setCode] = useState<ReasonCode>()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const reasonText = cleanReasonText(text)

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(code === undefined)
    if (code === undefined || isReasonTextTooLong(reasonText)) return
    onSend({ reason_code: code, ...(reasonText !== '' && { reason_text: reasonText }) })
  }

  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-semibold">{t('reject.code')}</legend>
          {reasonCodes.map((each) => (
            <Choice
              key={each}
              type="radio"
              name="code"
              label={t(`reject.${each}`)}
              checked={each === code}
              onChange={() => {
                setMissing(false)
                setCode(each)
              }}
            />
          ))}
        </fieldset>
        <ReasonText text={text} onChange={setText} />
        <p className="text-soft">{t('reject.consequence')}</p>
        {isMissing && (
          <Message role="alert" look="red">
            {t('reject.chooseReason')}
          </Message>
        )}
      </DialogBody>
      <RejectActions onCancel={onCancel} />
    </form>
  )
}
