import { Link } from '#client/navigation.tsx'
import { readable } from '#contract/salvage.ts'
import { CatalogPage } from '#features/catalog/catalog-page.tsx'
import { attributesQuery, type WholeList } from '#features/catalog/catalog-queries.ts'
import { Count } from '#features/catalog/count.tsx'
import { ListHead } from '#features/catalog/list-head.tsx'
import { ListSkeleton } from '#features/catalog/list-skeleton.tsx'
import { isMatch } from '#features/catalog/matches.ts'
import { nameOf } from '#reading/names.ts'
import { valuesOf, type AttributeRow } from '#features/catalog/rows.ts'
import { paths } from '#paths.ts'
import { PlainValue } from '#reading/plain-value.tsx'
import { Value } from '#reading/value.tsx'
import { Digits, ServiceText } from '#ui/text.tsx'
import { useLanguage, useWords } from '#words/words.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

/** `/catalog/attributes`: what items can differ by, with the values to choose from. */
export function AttributesScreen() {
  const say = useWords()
  const { data, error } = useQuery(attributesQuery())
  if (!data && error) throw error
  return (
    <CatalogPage title={say('nav.attributes')} className="max-w-4xl">
      {data ? <Attributes list={data} /> : <ListSkeleton />}
    </CatalogPage>
  )
}

function Attributes({ list }: { readonly list: WholeList<AttributeRow> }) {
  const say = useWords()
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search.trim())
  const found = list.rows.filter((attribute) =>
    isMatch(
      sought,
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
        none={say('attributes.none')}
        search={search}
        onSearch={setSearch}
        sought={sought}
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
  const say = useWords()
  const { rows, unreadable } = valuesOf(attribute)
  return (
    <li className="rounded border border-line bg-raised px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">
          <ServiceText>{nameOf(attribute, language)}</ServiceText>
        </h2>
        <p className="text-sm text-faint">
          {say('attributes.key')}{' '}
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

/** unspecified: the number of values may differ from the values that were sent; 0 means that none can be chosen. */
function ValuesNote({ attribute }: { readonly attribute: AttributeRow }) {
  const say = useWords()
  const said = attribute.values_count
  const sent = readable(attribute.values)?.length ?? 0
  if (typeof said === 'number' && said !== sent)
    return <p className="text-amber">{say('attributes.differ', { said: String(said), sent: String(sent) })}</p>
  if (sent === 0) return <p className="text-soft">{say('attributes.noValues')}</p>
  return typeof said === 'object' ? <Value of={said} /> : null
}
