import { people, type Tablet } from '#contract/desk/people.ts'
import type { TabletRole } from '#contract/desk/tablet-role.ts'
import { callDesk } from '#web/api/http/call.ts'
import { Button } from '#web/components/button.tsx'
import { Message } from '#web/components/text.tsx'
import { CategoryLines, type ChooseCategories } from '#web/format/category-lines.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'
import { FormDialog } from '#web/manage/dialogs.tsx'
import { PeopleFailure } from './people-form.tsx'
import { usePeopleChange } from './people-change.ts'
import { RoleChoice } from './role-choice.tsx'
import { useState } from 'react'

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
  const change = usePeopleChange(
    (body: { role: TabletRole; category_ids?: string[] | null }) =>
      callDesk(people.changeTablet, { params: { deviceId: tablet.id }, body }),
    onClose,
  )

  function submit() {
    if (role !== 'station') return change.mutate({ role })
    const isMissing = lines.isChosenOnly && lines.categoryIds.length === 0
    setEmpty(isMissing)
    if (!isMissing) change.mutate({ role, category_ids: lines.isChosenOnly ? [...lines.categoryIds] : null })
  }

  return (
    <FormDialog
      title={t('tablets.changeRoleName', { name: tablet.name })}
      button={t('people.save')}
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
