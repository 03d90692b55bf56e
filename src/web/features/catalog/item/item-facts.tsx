import { readable, Unreadable } from '#contract/salvage.ts'
import { paths } from '#contract/screen-paths.ts'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { type NameOfId, useBrandNames, useCategoryNames, useValueNames } from '#web/features/catalog/catalog-queries.ts'
import { translationsOf } from '#domain/translations.ts'
import type { ItemRow } from '#domain/catalog-item.ts'
import { unreadableIn } from '#web/format/item.ts'
import { formatSent } from '#web/format/times.ts'
import { Value } from '#web/format/value.tsx'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface FactsProps {
  readonly title: string
  readonly children: ReactNode
  readonly className?: string
}

/** A titled group of facts. */
export const Facts = ({ title, children, className = '' }: FactsProps) => (
  <section className={`rounded border border-line bg-raised px-4 py-3 ${className}`}>
    <h2 className="pb-2 text-lg font-bold">{title}</h2>
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">{children}</dl>
  </section>
)

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

export const Fact = ({ name, children }: FactProps) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 text-end">{children}</dd>
  </>
)

/** A timestamp of the service. */
export function Moment({ of }: { readonly of: string | Unreadable | null | undefined }) {
  const t = useTranslate()
  const language = useLanguage()
  return <Value of={of}>{(text) => <bdi className="tabular-nums">{formatSent(text, language, t)}</bdi>}</Value>
}

/** The item's codes and dates. */
export function ItemCodes({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  const code = (text: string | number) => <Digits>{String(text)}</Digits>
  return (
    <Facts title={t('item.codes')}>
      <Fact name={t('item.id')}>
        <Value of={item.id}>{code}</Value>
      </Fact>
      <Fact name={t('item.reference')}>
        <Value of={item.vendor_reference_id}>{code}</Value>
      </Fact>
      <Fact name={t('item.sku')}>
        <Value of={item.sku}>{code}</Value>
      </Fact>
      <Fact name={t('items.barcode')}>
        <Value of={item.barcode}>{code}</Value>
      </Fact>
      <Fact name={t('item.created')}>
        <Moment of={item.created_at} />
      </Fact>
      <Fact name={t('item.updated')}>
        <Moment of={item.updated_at} />
      </Fact>
    </Facts>
  )
}

/** The item's place in the catalog: its categories and brand, each linked to its items. */
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

/** Names and descriptions in every language that the service sent. */
export function ItemTexts({ item }: { readonly item: ItemRow }) {
  const t = useTranslate()
  return (
    <>
      <Facts title={t('item.names')}>
        <Texts of={item.name} />
      </Facts>
      <Facts title={t('item.description')}>
        <Texts of={item.description} />
      </Facts>
    </>
  )
}

function Texts({ of }: { readonly of: unknown }) {
  const language = useLanguage()
  const texts = translationsOf(of, language)
  const unreadable = unreadableIn(of)
  if (texts.length + unreadable.length === 0) return <dd className="text-faint">—</dd>
  return (
    <>
      {texts.map(({ language: code = '', text }) => (
        <Fact key={code} name={languageName(code)}>
          <ServiceText className="block text-start whitespace-pre-line">{text}</ServiceText>
        </Fact>
      ))}
      {unreadable.map((part, index) => (
        <dd key={index} className="col-span-2">
          <Value of={part} />
        </dd>
      ))}
    </>
  )
}

/** A language's own name, or its code if the desk does not support it. */
const languageName = (code: string): string => {
  const known = languages.find((each) => each === code)
  return known ? languageNames[known] : code
}
