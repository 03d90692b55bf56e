import { CatalogPage, Count, ListHead, ListSkeleton } from '#web/features/catalog/list-parts.tsx'
import { brandsQuery, type WholeList } from '#web/features/catalog/catalog-queries.ts'
import { type BrandRow, isMatch } from '#web/features/catalog/rows.ts'
import { translationsOf } from '#domain/translations.ts'
import { nameOf } from '#web/format/item.ts'
import { paths } from '#contract/screen-paths.ts'
import { ServiceText } from '#web/components/text.tsx'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'react-router'

/** `/catalog/brands`: all brands by name, each with its number of items. */
export function BrandsScreen() {
  const t = useTranslate()
  const { data, error } = useQuery(brandsQuery())
  if (!data && error) throw error
  return <CatalogPage title={t('nav.brands')}>{data ? <Brands list={data} /> : <ListSkeleton />}</CatalogPage>
}

function Brands({ list }: { readonly list: WholeList<BrandRow> }) {
  const t = useTranslate()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const shownSearch = useDeferredValue(search.trim())
  const sorted = useMemo(() => {
    const { compare } = new Intl.Collator(language, { numeric: true })
    return list.rows.toSorted((one, other) => compare(nameOf(one, language), nameOf(other, language)))
  }, [list, language])
  const found = sorted.filter(({ name, id }) => isMatch(shownSearch, [name], id))
  return (
    <>
      <ListHead
        list={list}
        none={t('brands.none')}
        search={search}
        onSearch={setSearch}
        shownSearch={shownSearch}
        count={found.length}
      />
      <ul className="grid gap-x-3 gap-y-2 tablet:grid-cols-2 wide:grid-cols-3">
        {found.map((brand) => (
          <li key={brand.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_4rem]">
            <BrandLink brand={brand} />
          </li>
        ))}
      </ul>
    </>
  )
}

function BrandLink({ brand }: { readonly brand: BrandRow }) {
  const language = useLanguage()
  const other = translationsOf(brand.name, language)[1]?.text
  return (
    <Link
      to={paths.items({ brand: String(brand.id) })}
      className="flex min-h-16 items-center justify-between gap-4 rounded border border-line bg-raised px-4 py-2 hover:bg-sunken focus-visible:-outline-offset-3"
    >
      <span className="min-w-0">
        <span className="block font-semibold">
          <ServiceText>{nameOf(brand, language)}</ServiceText>
        </span>
        {other !== undefined && (
          <span className="block text-sm text-soft">
            <ServiceText>{other}</ServiceText>
          </span>
        )}
      </span>
      <span className="shrink-0 text-sm text-soft tabular-nums">
        <Count of="brands" id={brand.id} />
      </span>
    </Link>
  )
}
