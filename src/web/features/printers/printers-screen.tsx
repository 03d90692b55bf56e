import type { ChooseCategories } from '#web/format/category-lines.tsx'
import type { Printer } from '#contract/desk/printers.ts'
import { Failure } from '#web/api/http/failure.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Button } from '#web/components/button.tsx'
import { Skeleton } from '#web/components/text.tsx'
import { SignInFirst } from '#web/format/sign-in-first.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { PollAddress, type PolledPrinter } from './poll-address.tsx'
import { PrintJobs } from './print-jobs.tsx'
import { PrinterForm } from './printer-form.tsx'
import { printersQuery } from './printer-queries.ts'
import { PrinterRow } from './printer-row.tsx'

export interface PrintersScreenProps {
  readonly Categories: ChooseCategories
}

/** `/printers`: a manager sets up the shop's printers, and sees what they printed. */
export function PrintersScreen({ Categories }: PrintersScreenProps) {
  const t = useTranslate()
  const { data: session } = useQuery(sessionQuery())
  return (
    <div className="flex w-full max-w-3xl flex-col gap-5 pb-8">
      <title>{`${t('nav.printers')} · ${t('app.name')}`}</title>
      {session?.staff ? (
        <Printers Categories={Categories} />
      ) : (
        <>
          <Head />
          <SignInFirst why={t('printers.signInFirst')} />
        </>
      )}
    </div>
  )
}

/** The title, and beside it what can be done. */
function Head({ children }: { readonly children?: ReactNode }) {
  const t = useTranslate()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 className="text-xl font-bold">{t('nav.printers')}</h1>
      {children}
    </div>
  )
}

const isForManagers = (error: Error | null): boolean => error instanceof Failure && error.code === 'manager_required'

function Printers({ Categories }: PrintersScreenProps) {
  const t = useTranslate()
  const { data: printers, error } = useQuery(printersQuery())
  const [edited, setEdited] = useState<Printer | 'new'>()
  const [added, setAdded] = useState<PolledPrinter>()
  if (isForManagers(error) || !printers) {
    if (error && !isForManagers(error)) throw error
    return (
      <>
        <Head />
        {error ? <p className="text-soft">{t('printers.managerOnly')}</p> : <Skeleton className="h-40" />}
      </>
    )
  }
  const isEmpty = printers.length === 0
  const add = (
    <Button look={isEmpty ? 'primary' : 'quiet'} size={isEmpty ? 'large' : 'normal'} onClick={() => setEdited('new')}>
      {t('printers.add')}
    </Button>
  )
  return (
    <>
      <Head>{!isEmpty && add}</Head>
      {isEmpty ? (
        <div className="flex flex-col items-start gap-3 rounded border border-line bg-raised p-4 tablet:p-6">
          <h2 className="text-lg font-semibold">{t('printers.none')}</h2>
          <p>{t('printers.what')}</p>
          <p className="text-soft">{t('printers.without')}</p>
          {add}
        </div>
      ) : (
        <ul className="flex flex-col gap-3">
          {printers.map((printer) => (
            <PrinterRow key={printer.id} printer={printer} all={printers} onEdit={() => setEdited(printer)} />
          ))}
        </ul>
      )}
      <PrintJobs printers={printers} />
      {edited && (
        <PrinterForm
          printer={edited === 'new' ? undefined : edited}
          others={printers.filter((each) => each !== edited)}
          Categories={Categories}
          onAdded={setAdded}
          onClose={() => setEdited(undefined)}
        />
      )}
      {added && <PollAddress printer={added} onClose={() => setAdded(undefined)} />}
    </>
  )
}
