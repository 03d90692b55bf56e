import type { ChooseCategories } from '#web/format/category-lines.tsx'
import type { Printer } from '#contract/desk/printers.ts'
import { useTranslate } from '#web/i18n/translations.tsx'
import { ManagedList } from '#web/manage/managed-screen.tsx'
import { useState } from 'react'
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
  const [edited, setEdited] = useState<Printer | 'new'>()
  const [added, setAdded] = useState<PolledPrinter>()
  return (
    <ManagedList
      title={t('nav.printers')}
      signInFirst={t('printers.signInFirst')}
      managerOnly={t('printers.managerOnly')}
      query={printersQuery()}
      add={t('printers.add')}
      onAdd={() => setEdited('new')}
      none={
        <>
          <h2 className="text-lg font-semibold">{t('printers.none')}</h2>
          <p>{t('printers.what')}</p>
          <p className="text-soft">{t('printers.without')}</p>
        </>
      }
      row={(printer, all) => (
        <PrinterRow key={printer.id} printer={printer} all={all} onEdit={() => setEdited(printer)} />
      )}
    >
      {(printers) =>
        printers && (
          <>
            <PrintJobs printers={printers} />
            {edited && (
              <PrinterForm
                printer={edited === 'new' ? undefined : edited}
                others={printers.filter((each) => edited === 'new' || each.id !== edited.id)}
                Categories={Categories}
                onAdded={setAdded}
                onClose={() => setEdited(undefined)}
              />
            )}
            {added && <PollAddress printer={added} onClose={() => setAdded(undefined)} />}
          </>
        )
      }
    </ManagedList>
  )
}
