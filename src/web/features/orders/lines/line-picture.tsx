import { Picture } from '#web/components/picture.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'

interface LinePictureProps {
  readonly addresses: readonly string[]
  readonly name: string
  /** The id of the list of all pictures, which the button shows or hides. */
  readonly listId: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** The product's picture; if there are several, a button that shows them all. */
export function LinePicture({ addresses: [first, ...others], name, listId, isOpen, onOpen }: LinePictureProps) {
  const t = useTranslate()
  const language = useLanguage()
  const look = 'order-line-picture'
  if (others.length === 0) return <Picture src={first} className={look} />
  const count = others.length + 1
  return (
    <button
      type="button"
      aria-label={t('line.pictures', { name, count })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? listId : undefined}
      className={`${look} relative shrink-0 self-start rounded`}
      onClick={() => onOpen(!isOpen)}
    >
      <Picture src={first} others={others} className="size-full" />
      <span className="absolute end-0 bottom-0 rounded-sm bg-raised px-1 text-sm font-semibold" aria-hidden="true">
        {formatNumber(count, language)}
      </span>
    </button>
  )
}

interface ProductPicturesProps {
  readonly id: string
  readonly addresses: readonly string[]
}

/** All pictures of a product, large enough to distinguish similar products. */
export function ProductPictures({ id, addresses }: ProductPicturesProps) {
  const t = useTranslate()
  return (
    <ul id={id} className="no-print mt-2 flex basis-full flex-wrap gap-2">
      {addresses.map((address, index) => (
        <li key={address}>
          <Picture
            src={address}
            alt={t('line.pictureOf', { number: index + 1, count: addresses.length })}
            className="size-36 max-tablet:size-24"
          />
        </li>
      ))}
    </ul>
  )
}
