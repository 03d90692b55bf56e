import { CategoryLines, type ChooseCategories } from '#web/format/category-lines.tsx'
import { type Printer, type PrinterKind, printerKinds, printing } from '#contract/desk/printers.ts'
import { callDesk } from '#web/api/http/call.ts'
import { codeAmong } from '#web/api/http/failure.ts'
import { Choices } from '#web/components/choices.tsx'
import { Choice, TextField } from '#web/components/field.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { languageNames, languages } from '#web/i18n/language.ts'
import { useLanguage, useTranslate } from '#web/i18n/translations.tsx'
import { ChangeFailure } from '#web/manage/change.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { useState } from 'react'
import type { PolledPrinter } from './poll-address.tsx'
import { PrintRules } from './print-rules.tsx'
import { entryOf, type EntryProblem, fieldsOf, newEntry, type PrinterEntry, problemOf } from './printer-entry.ts'
import { usePrinterChange } from './printer-queries.ts'
import { failureWords } from './printer-words.ts'

interface PrinterFormProps {
  /** Undefined for a new one. */
  readonly printer: Printer | undefined
  /** The other printers, for the back-up. */
  readonly others: readonly Printer[]
  readonly Categories: ChooseCategories
  /** Receives the address that a new printer asks. */
  readonly onAdded: (printer: PolledPrinter) => void
  readonly onClose: () => void
}

/** The codes that a field explains. */
const shownByFields = ['bad_name', 'name_taken', 'bad_address'] as const
type FieldProblem = EntryProblem | (typeof shownByFields)[number]

/** Adds a printer, or changes one. */
export function PrinterForm({ printer, others, Categories, onAdded, onClose }: PrinterFormProps) {
  const t = useTranslate()
  const language = useLanguage()
  const [entry, setEntry] = useState(() => (printer ? entryOf(printer) : newEntry(language)))
  const [missing, setMissing] = useState<EntryProblem>()
  const save = usePrinterChange(async (typed: PrinterEntry) => {
    if (printer) {
      const params = { printerId: printer.id }
      await callDesk(printing.changePrinter, { params, body: fieldsOf(typed, false) })
      return undefined
    }
    return (await callDesk(printing.addPrinter, { body: fieldsOf(typed, true) })).data
  }, onSaved)
  const refused = codeAmong(save.error, shownByFields)
  const wrong = missing ?? refused

  function onSaved(added: { name: string; kind: PrinterKind; poll_url?: string | undefined } | undefined) {
    onClose()
    if (added?.poll_url !== undefined && added.kind !== 'escpos')
      onAdded({ name: added.name, kind: added.kind, url: added.poll_url })
  }

  function change(changed: Partial<PrinterEntry>) {
    setMissing(undefined)
    save.reset()
    setEntry((before) => ({ ...before, ...changed }))
  }

  function submit() {
    const found = problemOf(entry)
    setMissing(found)
    if (!found) save.mutate(entry)
  }

  return (
    <FormDialog
      title={printer ? t('printers.editName', { name: printer.name }) : t('printers.add')}
      button={printer ? t('people.save') : t('printers.addButton')}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('printers.name')}
        hint={t('printers.nameHint')}
        error={errorFor(['bad_name', 'name_taken'])}
        dir="auto"
        value={entry.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      {!printer && (
        <Choices
          legend={t('printers.kind')}
          name="printer-kind"
          values={printerKinds}
          chosen={entry.kind}
          isSentence
          label={(kind) => t(`printers.kind.${kind}`)}
          explain={(kind) => t(`printers.kindHint.${kind}`)}
          onChoose={(kind) => change({ kind })}
        />
      )}
      {entry.kind === 'escpos' && (
        <TextField
          label={t('printers.address')}
          hint={t('printers.addressHint')}
          error={errorFor(['noAddress', 'bad_address'])}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          value={entry.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      )}
      <Choices
        legend={t('paper.size')}
        name="printer-width"
        values={['80', '58']}
        chosen={`${entry.width}`}
        isSentence
        label={(width) => t(`paper.${width}`)}
        onChoose={(width) => change({ width: width === '58' ? 58 : 80 })}
      />
      <PrintRules prints={entry.prints} onChange={(prints) => change({ prints })} />
      <Languages entry={entry} onChange={change} />
      <PrinterLines entry={entry} error={errorFor(['noCategory'])} Categories={Categories} onChange={change} />
      {others.length > 0 && (
        <Backup others={others} chosen={entry.backupId} onChoose={(backupId) => change({ backupId })} />
      )}
      <div className="shrink-0">
        <Choice
          type="checkbox"
          isSentence
          label={t('printers.drawer')}
          hint={t('printers.drawerHint')}
          checked={entry.opensDrawer}
          onChange={(opensDrawer) => change({ opensDrawer })}
        />
      </div>
      {!refused && <ChangeFailure error={save.error} words={failureWords} />}
    </FormDialog>
  )

  function errorFor(codes: readonly FieldProblem[]): string | undefined {
    return wrong && codes.includes(wrong) ? t(`printers.${wrong}`) : undefined
  }
}

interface PrinterLinesProps extends LanguagesProps {
  readonly error: string | undefined
  readonly Categories: ChooseCategories
}

/** Which lines of an order the printer prints. */
function PrinterLines({ entry: { isChosenOnly, categoryIds }, ...rest }: PrinterLinesProps) {
  const t = useTranslate()
  const words = {
    legend: t('printers.lines'),
    all: t('printers.lines.all'),
    some: t('printers.lines.some'),
    chosen: t('printers.onlySome', { count: categoryIds.length }),
    hint: t('printers.linesHint'),
  }
  return (
    <CategoryLines name="printer-lines" words={words} isChosenOnly={isChosenOnly} categoryIds={categoryIds} {...rest} />
  )
}

interface LanguagesProps {
  readonly entry: PrinterEntry
  readonly onChange: (changed: Partial<PrinterEntry>) => void
}

/** The language of the tickets, and a second one for a kitchen that reads another. */
function Languages({ entry: { language, second }, onChange }: LanguagesProps) {
  const t = useTranslate()
  const named = (shown: readonly (typeof languages)[number][]) =>
    Object.fromEntries(shown.map((each) => [each, languageNames[each]]))
  return (
    <div className="grid gap-3 tablet:grid-cols-2">
      <SelectField
        label={t('printers.language')}
        value={language}
        options={named(languages)}
        onChange={(value) => {
          const chosen = languages.find((each) => each === value) ?? language
          onChange({ language: chosen, ...(chosen === second && { second: '' }) })
        }}
      />
      <SelectField
        label={t('printers.secondLanguage')}
        value={second}
        options={{ '': t('printers.noSecond'), ...named(languages.filter((each) => each !== language)) }}
        onChange={(value) => onChange({ second: languages.find((each) => each === value) ?? '' })}
      />
    </div>
  )
}

interface BackupProps {
  readonly others: readonly Printer[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

function Backup({ others, chosen, onChoose }: BackupProps) {
  const t = useTranslate()
  return (
    <div>
      <SelectField
        label={t('printers.backup')}
        value={chosen}
        options={{ '': t('printers.noBackup'), ...Object.fromEntries(others.map(({ id, name }) => [id, name])) }}
        onChange={onChoose}
      />
      <p className="mt-1 text-sm text-faint">{t('printers.backupHint')}</p>
    </div>
  )
}
