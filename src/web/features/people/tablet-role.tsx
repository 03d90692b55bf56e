import { people, type Tablet } from '#contract/desk/people.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions, DialogBody } from '#web/components/dialog.tsx'
import { Message } from '#web/components/text.tsx'
import { CategoryLines, type ChooseCategories } from '#web/format/category-lines.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { PeopleFailure } from './people-form.tsx'
import { useChange } from './people-queries.ts'
import { RoleChoice } from './role-choice.tsx'
import { type FormEvent, useState } from 'react'

interface ChangeRoleProps {
  readonly tablet: Tablet
  readonly Categories: ChooseCategories
}

/** The button in a tablet's row that changes what it is for. */
export function ChangeRole({ tablet, Categories }: ChangeRoleProps) {
  const t = useTranslate()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button aria-label={t('tablets.changeRoleName', { name: tablet.name })} onClick={() => setAsking(true)}>
        {t('tablets.changeRole')}
      </Button>
      {isAsking && <RoleDialog tablet={tablet} Categories={Categories} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The lines that a station shows. */
interface Lines {
  readonly isChosenOnly: boolean
  readonly categoryIds: readonly string[]
}

function RoleDialog({ tablet, Categories, onClose }: ChangeRoleProps & { readonly onClose: () => void }) {
  const t = useTranslate()
  const { role: before = 'counter', category_ids: idsBefore = null } = tablet
  const [role, setRole] = useState<TabletRole>(before)
  const [lines, setLines] = useState<Lines>({ isChosenOnly: idsBefore !== null, categoryIds: idsBefore ?? [] })
  const [isEmpty, setEmpty] = useState(false)
  const change = useChange(
    (body: { role: TabletRole; category_ids?: string[] | null }) =>
      callDesk(people.changeTablet, { params: { deviceId: tablet.id }, body }),
    onClose,
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    if (role !== 'station') return change.mutate({ role })
    const isMissing = lines.isChosenOnly && lines.categoryIds.length === 0
    setEmpty(isMissing)
    if (!isMissing) change.mutate({ role, category_ids: lines.isChosenOnly ? [...lines.categoryIds] : null })
  }

  return (
    <Dialog title={t('tablets.changeRoleName', { name: tablet.name })} onClose={onClose}>
      <form onSubmit={submit} autoComplete="off" className="contents">
        <DialogBody>
          <RoleChoice name="tablet-role" chosen={role} onChoose={setRole} />
          {role === 'station' && (
            <CategoryLines
              name="station-lines"
              words={{
                legend: t('tablets.lines'),
                all: t('tablets.lines.all'),
                some: t('tablets.lines.some'),
                chosen: t('tablets.linesChosen', { count: lines.categoryIds.length }),
                hint: t('tablets.linesHint'),
              }}
              isChosenOnly={lines.isChosenOnly}
              categoryIds={lines.categoryIds}
              error={isEmpty && lines.categoryIds.length === 0 ? t('people.bad_categories') : undefined}
              Categories={Categories}
              onChange={(next) => setLines((now) => ({ ...now, ...next }))}
            />
          )}
          {/* Only a counter shows this dialog. */}
          {tablet.is_this && role !== 'counter' && (
            <Message look="amber" role="status">
              {t(`tablets.roleOfThis.${role}`)}
            </Message>
          )}
          <PeopleFailure error={change.error} />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{t('people.cancel')}</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            {t('people.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
