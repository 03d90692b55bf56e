import type { ItemMatch } from '#contract/desk/inbox.ts'
import { readable, Unreadable } from '#contract/salvage.ts'
import { toRejectItemId } from '#contract/vendor/item-id.ts'
import { lineKey, orderItems, type ReadOrder, type ReadOrderItem } from '#contract/vendor/order.ts'
import { normalizeForSearch } from '#domain/search-text.ts'
import { Choice, TextField } from '#web/components/field.tsx'
import { Message } from '#web/components/text.tsx'
import { lineMatchName } from '#web/features/orders/lines/line-match.tsx'
import { readItem, saleOf } from '#domain/catalog-item.ts'
import { shortageOf } from '#domain/shortage.ts'
import { useShortages } from '#web/api/shortages.tsx'
import { useShortageWords } from '#web/format/shortage-words.ts'
import { Quantity } from '#web/format/value.tsx'
import { type Translate, useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useState } from 'react'

/** unspecified: which id a rejection expects. The desk sends the order item's, if it is a whole number. */
export function lineToChoose(line: ReadOrderItem | undefined) {
  const itemId = readable(line?.id)
  return {
    id: itemId === undefined ? undefined : toRejectItemId(itemId),
    name: readable(readable(line?.product)?.name) ?? itemId,
    quantity: readable(line?.quantity) ?? undefined,
  }
}

/** Longer lists get a search field. */
const searchFrom = 9

interface MissingItemsProps {
  readonly order: ReadOrder
  /** The catalog items of the order's lines. */
  readonly matches: readonly ItemMatch[]
  readonly title: string
  readonly missing: readonly number[]
  readonly onChange: (missing: readonly number[]) => void
}

/** A list of the order's items to mark as missing, with a search by name if it is long. */
export function MissingItems({ order, matches, title, missing, onChange }: MissingItemsProps) {
  const t = useTranslate()
  const language = useLanguage()
  const shortages = useShortages()
  const sinceWhen = useShortageWords()
  const lines = orderItems(order).map((item, place) => {
    const line = readable(item)
    const match = matches.find((each) => each.line === lineKey(item, place))
    const shortage = shortageOf(line, shortages)
    const out = shortage && sinceWhen(shortage, order.id)
    return { ...lineToChoose(line), place, match, out, otherName: match && lineMatchName(line, match, language) }
  })
  /** By index, because two lines may have the same id. */
  const [found, setFound] = useState<readonly number[]>()
  const allChosen = missing.length > 0 && missing.length === lines.length
  const isMissing = (id: number | undefined) => id !== undefined && missing.includes(id)

  /** Keeps chosen items visible. Choosing later does not change the list, so nothing moves. */
  function find(text: string) {
    const sought = normalizeForSearch(text)
    const isFound = ({ id, name = '', otherName = '' }: (typeof lines)[number]) =>
      isMissing(id) || [name, otherName].some((each) => normalizeForSearch(each).includes(sought))
    setFound(sought === '' ? undefined : lines.filter(isFound).map(({ place }) => place))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold short:mb-0">
        <bdi dir="auto">{title}</bdi>
      </legend>
      <div className="flex flex-col gap-2">
        {lines.length > searchFrom && (
          <TextField
            label={t('reject.find')}
            placeholder={t('reject.find')}
            className="*:first:sr-only"
            type="search"
            // For an empty field, `auto` would mean left to right in every language.
            dir={found === undefined ? undefined : 'auto'}
            autoComplete="off"
            onChange={({ target }) => find(target.value)}
            // Enter must not submit the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <p role="status" className="text-soft empty:hidden">
          {found?.length === 0 && t('reject.noneFound')}
        </p>
        <div className="grid gap-2 tablet:grid-cols-2">
          {lines
            .filter(({ place }) => found?.includes(place) ?? true)
            .map(({ place, id, name, otherName, quantity, match, out }) => (
              <Choice
                key={place}
                type="checkbox"
                before={quantity !== undefined && <Quantity of={quantity} />}
                label={name ?? t('order.lineUnreadable')}
                hint={id === undefined ? t('reject.itemUnnameable') : hintOf(otherName, out, suggestion(match, t))}
                disabled={id === undefined}
                checked={isMissing(id)}
                onChange={(checked) => {
                  if (id !== undefined) onChange(checked ? [...missing, id] : missing.filter((each) => each !== id))
                }}
              />
            ))}
        </div>
        {lines.length === 0 && <Message look="amber">{t('reject.noItems')}</Message>}
        {allChosen && <Message look="amber">{t('reject.allItems')}</Message>}
      </div>
    </fieldset>
  )
}

const hintOf = (otherName = '', ...why: readonly (string | undefined)[]): string | undefined =>
  [otherName && `\u2068${otherName}\u2069`, ...why].filter(Boolean).join(' · ') || undefined

/** Hints that a line is probably the missing one. It is not chosen automatically, because the catalog may be wrong. */
function suggestion(match: ItemMatch | undefined, t: Translate): string | undefined {
  const item = match && readItem(match.item)
  if (!item || item instanceof Unreadable) return undefined
  const sale = saleOf(item)
  const isSold = sale === 'on' || sale === 'unclear'
  return isSold ? undefined : t(`match.${sale}`)
}
