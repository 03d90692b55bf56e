import { Picture } from '#ui/picture.tsx'
import { useWords } from '#words/words.tsx'

interface ProductPicturesProps {
  readonly id: string
  readonly addresses: readonly string[]
}

/** All pictures of a product, large enough to tell two products apart. */
export function ProductPictures({ id, addresses }: ProductPicturesProps) {
  const say = useWords()
  return (
    <ul id={id} className="no-print mt-2 flex basis-full flex-wrap gap-2">
      {addresses.map((address, index) => (
        <li key={address}>
          <Picture
            src={address}
            alt={say('line.pictureOf', { number: index + 1, count: addresses.length })}
            className="size-36 max-tablet:size-24"
          />
        </li>
      ))}
    </ul>
  )
}
