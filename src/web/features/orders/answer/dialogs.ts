import { lazyComponent } from '#web/i18n/lazy-component.tsx'

// Loaded once the page is idle, because most orders are accepted without a dialog.

export const RejectDialog = lazyComponent(async () => (await import('./reject/reject-dialog.tsx')).RejectDialog)
export const DigitalDialog = lazyComponent(
  async () => (await import('#web/features/orders/answer/codes/digital-dialog.tsx')).DigitalDialog,
)
export const HandOverDialog = lazyComponent(
  async () => (await import('#web/features/orders/hand-over/hand-over-dialog.tsx')).HandOverDialog,
)

export const dialogsOfAnOrder = [RejectDialog, DigitalDialog, HandOverDialog]
