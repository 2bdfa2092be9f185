import type { OrderDialogs } from '../features/orders/order-dialogs.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'

/** The dialogs of an order, which all its pages share. Fetched when they are opened. */
export const ORDER_DIALOGS: OrderDialogs = {
  reschedule: lazyScreen(
    async () => (await import('../features/order-changes/reschedule-dialog.tsx')).RescheduleDialog,
  ),
  cancel: lazyScreen(
    async () => (await import('../features/order-changes/cancel-dialog.tsx')).CancelDialog,
  ),
  upgrade: lazyScreen(
    async () => (await import('../features/order-changes/upgrade-dialog.tsx')).UpgradeDialog,
  ),
}
