import { readable } from '#contract/salvage.ts'
import { CatalogPage, Count, ListHead, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { attributesQuery, type WholeList } from '#web/features/catalog/catalog-queries.ts'
import { type AttributeRow, isMatch, valuesOf } from '#web/features/catalog/rows.ts'
import { nameOf } from '#web/format/item.ts'
import { paths } from '#contract/screen-paths.ts'
import { PlainValue, Value } from '#web/format/value.tsx'
import { Digits, ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'

/** `/catalog/attributes`: the attributes of variants with their values. */
export function AttributesScreen() {
  const t = useTranslate()
  const { data, error } = useQuery(attributesQuery())
  if (!data && error) throw error
  return (
    <CatalogPage title={t('nav.attributes')} className="max-w-4xl">
      {data ? <Attributes list={data} /> : <ListSkeleton />}
    </CatalogPage>
  )
}

function Attributes({ list }: { readonly list: WholeList<AttributeRow> }) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const shownSearch = useDeferredValue(search.trim())
  const found = list.rows.filter((attribute) =>
    isMatch(
      shownSearch,
      [attribute, ...valuesOf(attribute).rows].flatMap((row) => [
        row.name,
        readable(row.localized_name),
        readable(row.key),
      ]),
      attribute.id,
    ),
  )
  return (
    <>
      <ListHead
        list={list}
        none={t('attributes.none')}
        search={search}
        onSearch={setSearch}
        shownSearch={shownSearch}
        count={found.length}
      />
      <ul className="flex flex-col gap-3">
        {found.map((attribute) => (
          <Attribute key={attribute.id} attribute={attribute} />
        ))}
      </ul>
    </>
  )
}

function Attribute({ attribute }: { readonly attribute: AttributeRow }) {
  const language = useLanguage()
  const t = useTranslate()
  const { rows, unreadable } = valuesOf(attribute)
  return (
    <li className="rounded border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">
          <ServiceText>{nameOf(attribute, language)}</ServiceText>
        </h2>
        <p className="text-sm text-faint">
          {t('attributes.key')}{' '}
          <Value of={attribute.key}>
            {(key) => <Digits className="rounded-sm bg-sunken px-1 text-soft">{key}</Digits>}
          </Value>
        </p>
      </div>
      <ValuesNote attribute={attribute} />
      <ul className="flex flex-wrap gap-2 pt-2 empty:hidden">
        {rows.map((value) => (
          <li key={value.id}>
            <Link
              to={paths.items({ value: String(value.id) })}
              className="inline-flex min-h-12 items-center gap-2 rounded border border-line px-3 hover:bg-sunken"
            >
              <ServiceText>{nameOf(value, language)}</ServiceText>
              {value.key !== undefined && value.key !== '' && (
                <PlainValue of={value.key}>
                  {(key) => <Digits className="rounded-sm bg-sunken px-1 text-sm text-soft">{key}</Digits>}
                </PlainValue>
              )}
              <span className="text-sm text-soft">
                <Count of="values" id={value.id} isShort />
              </span>
            </Link>
          </li>
        ))}
        {unreadable.map((value, index) => (
          <li key={`unreadable ${index}`}>
            <Value of={value} />
          </li>
        ))}
      </ul>
    </li>
  )
}

/** unspecified: the declared number of values may differ from the values sent; 0 means that none can be chosen. */
function ValuesNote({ attribute }: { readonly attribute: AttributeRow }) {
  const t = useTranslate()
  const said = attribute.values_count
  const sent = readable(attribute.values)?.length ?? 0
  if (typeof said === 'number' && said !== sent)
    return <p className="text-amber">{t('attributes.differ', { said: String(said), sent: String(sent) })}</p>
  if (sent === 0) return <p className="text-soft">{t('attributes.noValues')}</p>
  return typeof said === 'object' ? <Value of={said} /> : null
}
