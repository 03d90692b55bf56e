import { paths } from '#contract/screen-paths.ts'
import { Button } from '#web/components/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import type { ChainLink } from './links.ts'
import { Link } from 'react-router'

interface LinkListProps {
  readonly links: readonly ChainLink[]
  /** Plays the ring once. */
  readonly onTest: () => void
}

/** Every link that must hold for this tablet to ring, each with what to do if it does not, and a test of the sound. */
export function LinkList({ links, onTest }: LinkListProps) {
  const t = useTranslate()
  return (
    <>
      <ul className="flex flex-col gap-3 pb-3">
        {links.map((link) => (
          <LinkRow key={link.messageKey} link={link} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3 pb-3">
        <Button onClick={onTest}>{t('ring.test')}</Button>
        <p className="text-sm text-soft">{t('ring.testHint')}</p>
      </div>
    </>
  )
}

const inks = { ok: 'text-soft', weak: 'text-amber', broken: 'text-red' } as const

function LinkRow({ link: { state, messageKey, todoKey, path } }: { readonly link: ChainLink }) {
  const t = useTranslate()
  return (
    <li className="flex gap-2 text-sm">
      <span className={`${inks[state]} grid size-5 shrink-0 place-items-center`}>
        {/* Told apart by their shapes too, not by colour alone. */}
        {state === 'ok' ? (
          <span className="size-2.5 rounded-full bg-good" aria-hidden="true" />
        ) : (
          <Icon name="warning" className="size-5" />
        )}
      </span>
      <div className="min-w-0">
        <p className={state === 'ok' ? 'text-soft' : `font-semibold ${inks[state]}`}>{t(messageKey)}</p>
        {todoKey && <p className="text-soft">{t(todoKey)}</p>}
        {path !== undefined && (
          <Link to={path} className="inline-flex min-h-12 items-center font-semibold underline">
            {t(path === paths.printers ? 'nav.printers' : 'alarm.settings')}
          </Link>
        )}
      </div>
    </li>
  )
}
