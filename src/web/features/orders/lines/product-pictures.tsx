import { Picture } from '#web/components/picture.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface ProductPicturesProps {
  readonly id: string
  readonly addresses: readonly string[]
}

/** All pictures of a product, large enough to tell two products apart. */
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
