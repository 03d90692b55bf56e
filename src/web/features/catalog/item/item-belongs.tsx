import { readable, Unreadable } from '#contract/salvage.ts'
import { useBrandNames, useCategoryNames, useValueNames, type NameOfId } from '#web/features/catalog/known-names.ts'
import type { ItemRow } from '#web/format/item.ts'
import { paths } from '#contract/screen-paths.ts'
import { Value } from '#web/format/value.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'
import { Fact, Facts } from './facts.tsx'

/** Where it stands in the catalog: each by its name, leading to all items that stand there too. */
export function ItemBelongs({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const [brandName, categoryName, valueName] = [useBrandNames(), useCategoryNames(), useValueNames()]
  return (
    <Facts title={t('item.belongs')}>
      <Fact name={t('items.brand')}>
        {item.brand_id === null ? (
          t('item.none')
        ) : (
          <Value of={item.brand_id}>
            {(id) => <Belonging to={paths.items({ brand: String(id) })}>{brandName(id)}</Belonging>}
          </Value>
        )}
      </Fact>
      <Fact name={t('item.categories')}>
        <Belongings of={item.category_ids} nameOfId={categoryName} to={(id) => paths.items({ category: id })} />
      </Fact>
      <Fact name={t('item.values')}>
        <Belongings of={item.attribute_value_ids} nameOfId={valueName} to={(id) => paths.items({ value: id })} />
      </Fact>
      <Fact name={t('item.parent')}>
        {item.parent_id === null ? (
          t('item.noParent')
        ) : (
          <Value of={item.parent_id}>
            {(id) => (
              <Link to={paths.item(String(id))} className={look}>
                <Digits>{`#${id}`}</Digits>
              </Link>
            )}
          </Value>
        )}
      </Fact>
      <Fact name={t('item.variants')}>{t('item.variantsUnknown')}</Fact>
    </Facts>
  )
}

const look = 'inline-flex min-h-12 items-center text-accent underline'

const Belonging = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <Link to={to} className={look}>
    <ServiceText>{children}</ServiceText>
  </Link>
)

interface BelongingsProps {
  readonly of: ItemRow['category_ids']
  readonly nameOfId: NameOfId
  readonly to: (id: string) => string
}

function Belongings({ of, nameOfId, to }: BelongingsProps) {
  const t = useTranslate()
  const ids = readable(of)
  if (!ids) return <Value of={of} />
  if (ids.length === 0) return t('item.none')
  return (
    <ul className="flex flex-col gap-y-2">
      {ids.map((id, index) => (
        <li key={index}>
          {id instanceof Unreadable ? <Value of={id} /> : <Belonging to={to(String(id))}>{nameOfId(id)}</Belonging>}
        </li>
      ))}
    </ul>
  )
}
