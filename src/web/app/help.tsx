import { helpShown } from '#web/api/screen-state.ts'
import { useStore } from '#web/api/store.ts'
import { HelpDialog } from '#web/features/help/help-dialog.tsx'
import { ShortcutList } from '#web/features/shortcuts/shortcut-list.tsx'

/** The help, with the keyboard shortcuts. */
export function Help() {
  return (
    <HelpDialog onClose={() => helpShown.set(undefined)} isForShortcuts={useStore(helpShown) === 'shortcuts'}>
      <ShortcutList />
    </HelpDialog>
  )
}
