import { paths } from '#contract/screen-paths.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { Link } from 'react-router'

export function NotFoundScreen() {
  const t = useTranslate()
  return (
    <div className="flex flex-col items-start gap-3 py-8">
      <h1 className="text-xl font-bold">{t('screen.notFoundTitle')}</h1>
      <p>{t('screen.notFound')}</p>
      <Link to={paths.orders} className="flex min-h-12 items-center font-semibold text-accent underline">
        {t('order.back')}
      </Link>
    </div>
  )
}
