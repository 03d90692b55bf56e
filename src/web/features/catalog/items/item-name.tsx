import { nameOf, translationsOf } from '#web/format/names.ts'
import { keyOf, type ItemRow } from '#web/format/item.ts'
import { paths } from '#contract/screen-paths.ts'
import { ServiceText } from '#web/components/text.tsx'
import { useLanguage } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

interface ItemNameProps {
  readonly item: ItemRow
}

/**
 * Its name as the link to it, which is as large as the row it stands in; below it, its name in another language. The box
 * of the link is 48 px high by itself, on the room of its row: a screen reader's finger finds the box and no more.
 */
export function ItemName({ item }: ItemNameProps) {
  const language = useLanguage()
  const key = keyOf(item)
  const name = <ServiceText>{nameOf(item, language)}</ServiceText>
  const other = translationsOf(item.name, language)[1]?.text
  return (
    <>
      {key === undefined ? (
        <span className="font-semibold">{name}</span>
      ) : (
        <Link
          to={paths.item(key)}
          data-row={key}
          className="-mt-1.5 -mb-4.5 inline-block pt-1.5 pb-4.5 font-semibold outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent"
        >
          {name}
        </Link>
      )}
      {other !== undefined && (
        <span className="block text-sm text-soft">
          {/* A box of its own: it stands where the page begins, and is cut where the text ends. */}
          <ServiceText className="inline-block max-w-full truncate align-bottom">{other}</ServiceText>
        </span>
      )}
    </>
  )
}
