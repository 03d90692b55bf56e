import { Link } from '#client/navigation.tsx'
import { paths } from '#paths.ts'
import { useWords } from '#words/words.tsx'

export function NotFoundScreen() {
  const say = useWords()
  return (
    <div className="flex flex-col items-start gap-3 py-8">
      <h1 className="text-xl font-bold">{say('screen.notFoundTitle')}</h1>
      <p>{say('screen.notFound')}</p>
      <Link to={paths.orders} className="flex min-h-12 items-center font-semibold text-accent underline">
        {say('order.back')}
      </Link>
    </div>
  )
}
