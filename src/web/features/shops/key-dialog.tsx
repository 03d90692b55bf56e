import type { ShopLine } from '#contract/desk/shops.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/field.tsx'
import { Digits } from '#web/components/text.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure, changeFailureWords } from '#web/manage/change.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useState } from 'react'
import { useShopKey } from './shops-queries.ts'

interface KeyDialogProps {
  readonly line: ShopLine
  readonly onClose: () => void
}

/** Adds, changes or removes the key with which another desk is read. A saved key is never shown again. */
export function KeyDialog({ line: { name, url, has_key: hasKey }, onClose }: KeyDialogProps) {
  const t = useTranslate()
  const [key, setKey] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { error, isPending, mutate: save } = useShopKey(url, onClose)
  const isBad = isMissing || codeAmong(error, ['bad_shop_key']) !== undefined
  function submit() {
    const given = key.trim()
    setMissing(given === '')
    if (given !== '') save(given)
  }
  return (
    <FormDialog
      title={t(hasKey ? 'shops.changeKeyName' : 'shops.addKeyName', { name: name ?? '' })}
      button={t('shops.saveKey')}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <p>{t('shops.keyHow')}</p>
        <Digits className="text-sm wrap-anywhere text-soft">{new URL(url).host}</Digits>
      </div>
      <TextField
        label={t('shops.key')}
        type="password"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={key}
        hint={t('shops.keyHint')}
        error={isBad ? t('shops.badKey') : undefined}
        onChange={(event) => setKey(event.target.value)}
      />
      {hasKey && (
        <Button look="grave" isBusy={isPending} className="self-start" onClick={() => save(null)}>
          {t('shops.removeKey')}
        </Button>
      )}
      <ChangeFailure error={isBad ? null : error} words={failureWords} />
    </FormDialog>
  )
}

const failureWords = (error: Error, t: Translate): string =>
  changeFailureWords(error, t, {
    sign_in_required: t('shops.signInFirst'),
    manager_required: t('shops.managerOnly'),
  })
