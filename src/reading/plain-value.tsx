import { Unreadable } from '#contract/salvage.ts'
import { useWords } from '#words/words.tsx'
import { Value, type ValueProps } from './value.tsx'

/** A field inside something that is tapped itself: what could not be read is a word there, and nothing to open. */
export function PlainValue<T>({ of, ...rest }: ValueProps<T>) {
  const say = useWords()
  if (!(of instanceof Unreadable)) return <Value of={of} {...rest} />
  return (
    <span className="rounded-sm bg-amber-tint px-2 text-base font-semibold text-amber">{say('value.unreadable')}</span>
  )
}
