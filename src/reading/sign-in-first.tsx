import { Link, useLocation } from '#client/navigation.tsx'
import { paths } from '#paths.ts'
import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'

/** Stands in for what only somebody may see or do: why, and the way to become somebody, which leads back here. */
export function SignInFirst({ why }: { readonly why: string }) {
  const say = useWords()
  const { pathname, search } = useLocation()
  return (
    <Message look="amber" role="note" className="self-stretch">
      <p>{why}</p>
      <Link to={paths.signIn(pathname + search)} className="inline-flex min-h-12 items-center font-semibold underline">
        {say('people.signIn')}
      </Link>
    </Message>
  )
}
