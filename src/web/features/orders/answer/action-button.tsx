import type { Action } from '#contract/desk/action.ts'
import { Button } from '#web/components/button.tsx'
import { Digits } from '#web/components/text.tsx'
import { useTranslate, type WordKey } from '#web/i18n/translations.tsx'
import { useId } from 'react'

interface ActionButtonProps {
  readonly action: Action
  /** What comes of it. */
  readonly hint: WordKey
  /** The one thing to do: it is the largest, and says of which order, whose head may be scrolled away. */
  readonly mainOf?: string | undefined
  /** It is what comes next. */
  readonly isNext?: boolean
  /** The id of the line that says why it takes no tap now, while something is on its way. */
  readonly busyId: string | undefined
  readonly onTap: (action: Action) => void
}

/** A key gives them the focus; see `features/keys`. */
const shortcuts = { accept: 'a', reject: 'r', ready: 'm' }

/** One action that can be done now, with its consequence beneath it. */
export function ActionButton({ action, hint, mainOf, isNext = false, busyId, onTap }: ActionButtonProps) {
  const t = useTranslate()
  const id = useId()
  return (
    <div className="answer">
      <Button
        look={isNext ? 'primary' : action === 'reject' ? 'grave' : 'quiet'}
        size={mainOf === undefined ? 'compact' : 'large'}
        isBusy={busyId !== undefined}
        aria-describedby={busyId ?? id}
        aria-keyshortcuts={shortcuts[action]}
        onClick={() => onTap(action)}
      >
        {t(`action.${action}`)}
      </Button>
      <p className="answer-hint">
        {mainOf !== undefined && (
          <>
            <Digits className="font-bold">{mainOf}</Digits>
            {' · '}
          </>
        )}
        <span id={id}>{t(hint)}</span>
      </p>
    </div>
  )
}
