import { useStore } from '#web/api/store.ts'
import { connectionStatus } from '#web/api/http/connection-status.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { lightOf, type Link } from './links.ts'

interface ArmedLightProps {
  readonly links: readonly Link[]
  readonly onArm: () => void
  readonly onTest: () => void
}

const inks = { red: 'text-red', amber: 'text-soft', good: 'text-soft' } as const
const dots = { ok: 'bg-good', weak: 'bg-amber', broken: 'bg-red' } as const
const dotOfLight = { red: dots.broken, amber: dots.weak, good: dots.ok } as const

/** The status of an armed tablet: unobtrusive while it can ring, red with the reason while it cannot. Opens to all links. */
export function ArmedLight({ links, onArm, onTest }: ArmedLightProps) {
  const t = useTranslate()
  const light = lightOf(links)
  const isConnectionShown = useStore(connectionStatus).state === 'lost'
  // The connection status above already reports a lost connection.
  const broken = links.filter(
    ({ state, messageKey }) => state === 'broken' && !(isConnectionShown && messageKey === 'ring.link.noFeed'),
  )
  // Missing notifications do not stop the ring.
  const mayStop = links.some(({ state, messageKey }) => state === 'weak' && messageKey !== 'ring.link.noNotices')
  return (
    <>
      {broken.length > 0 && (
        <Message look="red">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div>
              {broken.map(({ messageKey }) => (
                <p key={messageKey} className="font-semibold">
                  {t(messageKey)}
                </p>
              ))}
            </div>
            {broken.some(({ messageKey }) => messageKey === 'ring.link.noSound') && (
              <Button look="primary" onClick={onArm}>
                {t('ring.arm')}
              </Button>
            )}
          </div>
        </Message>
      )}
      <details>
        <summary className={`${inks[light]} flex min-h-12 items-center gap-2 text-sm wide:not-short:min-h-20`}>
          <Dot colour={dotOfLight[light]} />
          {t(light === 'red' ? 'ring.cannot' : mayStop ? 'ring.ringsBut' : 'ring.rings')}
          <span className="underline">{t('ring.details')}</span>
        </summary>
        <ul className="flex flex-col gap-1 pb-3">
          {links.map(({ messageKey, state }) => (
            <li
              key={messageKey}
              className={`${state === 'broken' ? 'text-red' : 'text-soft'} flex items-center gap-2 text-sm`}
            >
              <Dot colour={dots[state]} />
              {t(messageKey)}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-3 pb-3">
          <Button onClick={onTest}>{t('ring.test')}</Button>
          <p className="text-sm text-soft">{t('ring.testHint')}</p>
        </div>
      </details>
    </>
  )
}

const Dot = ({ colour }: { readonly colour: string }) => (
  <span className={`${colour} size-2.5 shrink-0 rounded-full`} aria-hidden="true" />
)
