import type { ShopLine } from '#contract/desk/shops.ts'
import { Failure } from '#web/api/http/failure.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/field.tsx'
import { Digits, Message } from '#web/components/text.tsx'
import { type Translate, useTranslate } from '#web/i18n/translations.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useShopKey } from './shops-queries.ts'

interface KeyDialogProps {
  readonly line: ShopLine
  readonly onClose: () => void
}

/** Adds, changes or removes the key with which another desk is read. A saved key is never shown again. */
export function KeyDialog({ line: { name, url, has_key: hasKey }, onClose }: KeyDialogProps) {
  const t = useTranslate()
  const form = useId()
  const [key, setKey] = useState('')
  const [isMissing, setMissing] = useState(false)
  const save = useShopKey(url, onClose)
  const isBad = isMissing || (save.error instanceof Failure && save.error.code === 'bad_shop_key')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(key.trim() === '')
    if (key.trim() !== '') save.mutate(key.trim())
  }
  return (
    <Dialog title={t(hasKey ? 'shops.changeKeyName' : 'shops.addKeyName', { name: name ?? '' })} onClose={onClose}>
      <DialogBody>
        <div>
          <p>{t('shops.keyHow')}</p>
          <Digits className="text-sm wrap-anywhere text-soft">{new URL(url).host}</Digits>
        </div>
        <form id={form} onSubmit={submit}>
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
        </form>
        {save.error && !isBad && (
          <Message role="alert" look="red">
            {failureWords(save.error, t)}
          </Message>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>{t('people.cancel')}</Button>
        {hasKey && (
          <Button look="grave" isBusy={save.isPending} onClick={() => save.mutate(null)}>
            {t('shops.removeKey')}
          </Button>
        )}
        <Button look="primary" type="submit" form={form} isBusy={save.isPending}>
          {t('shops.saveKey')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Why a key was not saved, and what to do. */
function failureWords(error: Error, t: Translate): string {
  const code = error instanceof Failure ? error.code : undefined
  if (code === 'no_contact') return t('people.noContact')
  if (code === 'sign_in_required') return t('shops.signInFirst')
  return code === 'manager_required' ? t('shops.managerOnly') : t('people.failed', { message: error.message })
}
