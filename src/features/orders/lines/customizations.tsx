import { Icon } from '#ui/icon.tsx'
import { ServiceText } from '#ui/text.tsx'
import { useLanguage, useWords } from '#words/words.tsx'
import { flatten, type Wish } from '#reading/wishes.ts'

/** Loud, whatever its shape: it may be an allergy. */
export function Customizations({ of }: { readonly of: unknown }) {
  const say = useWords()
  const language = useLanguage()
  const { wishes, isCut } = flatten(of, language)
  if (wishes.length === 0) return null
  return (
    <div className="order-line-wishes">
      <p className="flex items-center gap-2 text-sm font-bold">
        <Icon name="warning" className="size-5 shrink-0" />
        {say('line.wishes')}
      </p>
      <ul className="text-base text-strong">
        {wishes.map((wish, index) => (
          <li key={index} style={{ paddingInlineStart: `${wish.depth}rem` }}>
            <WishText wish={wish} />
          </li>
        ))}
        {isCut && <li className="text-sm">{say('value.more')}</li>}
      </ul>
    </div>
  )
}

function WishText({ wish: { name, value } }: { readonly wish: Wish }) {
  const say = useWords()
  const text = typeof value === 'boolean' ? say(value ? 'value.yes' : 'value.no') : value
  return (
    <>
      {name !== undefined && (
        <span className="font-semibold">
          {/* The colon is ours, and stands where our direction has it. */}
          <ServiceText>{name}</ServiceText>
          {text !== undefined && ': '}
        </span>
      )}
      {text !== undefined && <ServiceText className="font-bold">{text}</ServiceText>}
    </>
  )
}
