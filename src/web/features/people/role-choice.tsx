import { type TabletRole, tabletRoles } from '#contract/desk/tablet-role.ts'
import { Choices } from '#web/components/choices.tsx'
import { useTranslate } from '#web/i18n/translations.tsx'

interface RoleChoiceProps {
  /** The name of the radio group, unique on the page. */
  readonly name: string
  readonly chosen: TabletRole
  readonly onChoose: (role: TabletRole) => void
}

/** What a tablet is for, each with what it then shows. */
export function RoleChoice({ name, chosen, onChoose }: RoleChoiceProps) {
  const t = useTranslate()
  return (
    <Choices
      legend={t('tablets.role')}
      name={name}
      values={tabletRoles}
      chosen={chosen}
      isSentence
      label={(role) => t(`tablets.role.${role}`)}
      explain={(role) => t(`tablets.roleHint.${role}`)}
      onChoose={onChoose}
    />
  )
}
