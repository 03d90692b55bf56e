import { people } from '#contract/desk/people.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { isLoopback } from '#contract/text.ts'
import { callDesk } from '#web/api/http/call.ts'
import { useServerNow } from '#web/api/http/server-clock.ts'
import { Button } from '#web/components/button.tsx'
import { Code, Digits, Message } from '#web/components/text.tsx'
import { formatCountdown } from '#web/i18n/format.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { PeopleFailure } from './people-form.tsx'
import { RoleChoice } from './role-choice.tsx'
import { tabletsQuery } from './people-queries.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import encodeQR from 'qr'
import { useId, useState } from 'react'

interface QrCodeProps {
  readonly text: string
  /** For screen readers. */
  readonly label: string
}

/** The quiet zone of a QR code, in modules. */
const quiet = 4

/** A text as a QR code, dark on light in every theme because cameras expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quiet })
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-full rounded-sm"
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}

const lookForItMs = 3000

/** Creates a code that pairs a tablet, shows it as QR code, link and text, and tells when the tablet has joined. */
export function AddTablet() {
  const t = useTranslate()
  const title = useId()
  const queries = useQueryClient()
  const [role, setRole] = useState<TabletRole>('counter')
  const make = useMutation({
    async mutationFn(role: TabletRole) {
      // Fetched now, so that a tablet paired since the page was opened does not count as new.
      const known = await queries.fetchQuery({ ...tabletsQuery(), staleTime: 0 })
      const { data } = await callDesk(people.makeCode, { body: { role } })
      return { ...data, role, known: new Set(known.map(({ id }) => id)) }
    },
  })
  const code = make.data
  const { data: tablets = [] } = useQuery({ ...tabletsQuery(), refetchInterval: code ? lookForItMs : false })
  const newcomer = code && tablets.find(({ id }) => !code.known.has(id))
  return (
    <section aria-labelledby={title} className="flex flex-col gap-4">
      <h2 id={title} className="text-lg font-semibold">
        {t('people.moreTablets')}
      </h2>
      {newcomer && (
        <Message role="status" look="good">
          {t('people.letIn', { name: newcomer.name })}
        </Message>
      )}
      {/* A code pairs a tablet for the role that was chosen for it. */}
      <RoleChoice
        name="new-role"
        chosen={role}
        onChoose={(next) => {
          setRole(next)
          make.reset()
        }}
      />
      {code && !newcomer && <NewCode {...code} />}
      <PeopleFailure error={make.error} />
      <Button look={code ? 'quiet' : 'primary'} size="large" isBusy={make.isPending} onClick={() => make.mutate(role)}>
        {t(code ? 'people.makeAnother' : 'people.makeCode')}
      </Button>
    </section>
  )
}

interface NewCodeProps {
  readonly code: string
  readonly url: string
  readonly expires_at: string
  readonly role: TabletRole
}

function NewCode({ code, url, expires_at: expiresAt, role }: NewCodeProps) {
  const t = useTranslate()
  const language = useLanguage()
  const secondsLeft = Math.max(0, (Date.parse(expiresAt) - useServerNow()) / 1000)
  if (secondsLeft === 0) {
    return (
      <Message look="amber" role="status">
        {t('people.codeOver')}
      </Message>
    )
  }
  return (
    <div className="flex items-center gap-6 rounded border border-line bg-raised p-4 max-tablet:flex-col tablet:p-6">
      <div className="size-56 shrink-0">
        <QrCode text={url} label={t('people.qrCode')} />
      </div>
      <div className="flex min-w-0 flex-col gap-3 max-tablet:self-stretch">
        <p className="font-semibold">{t(`tablets.codeFor.${role}`)}</p>
        <p>{t('people.codeHow')}</p>
        <p className="text-xl font-bold whitespace-nowrap max-tablet:text-lg">
          <Digits>{code}</Digits>
        </p>
        <Code>{url}</Code>
        <p role="timer" className="text-soft tabular-nums">
          {t('people.codeLeft', {
            minutes: Math.ceil(secondsLeft / 60),
            time: formatCountdown(secondsLeft, language),
          })}
        </p>
        {isLoopback(new URL(url).hostname) && <p className="text-sm text-amber">{t('people.localOnly')}</p>}
      </div>
    </div>
  )
}
