import { may, type Role } from '@foyer/domain'
import { Button } from '@foyer/ui'
import { useState } from 'react'
import type { OrderPart } from '../desk-parts.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { RescheduleDialog } from './reschedule-dialog.tsx'
import { UpgradeDialog } from './upgrade-dialog.tsx'

interface ChangeButtonsProps extends Pick<OrderPart, 'orderId' | 'order'> {
  organizer: { slug: string; locale: string; role: Role }
}

type Change = 'reschedule' | 'upgrade' | 'cancel'

/**
 * Opens the dialogs in which tickets are changed for their buyer. The buttons are always there: only the
 * server knows what is possible, and the dialog says why if nothing is.
 */
export function ChangeButtons({ organizer, ...rest }: ChangeButtonsProps) {
  const [opened, setOpened] = useState<Change | null>(null)
  const propsOf = (change: Change) => ({
    ...rest,
    organizer,
    open: opened === change,
    onClose: () => setOpened(null),
  })
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3">
        <Button onClick={() => setOpened('reschedule')}>Reschedule…</Button>
        <Button onClick={() => setOpened('upgrade')}>Upgrade…</Button>
        <Button onClick={() => setOpened('cancel')}>Cancel tickets…</Button>
      </div>
      <RescheduleDialog {...propsOf('reschedule')} />
      <UpgradeDialog {...propsOf('upgrade')} />
      <CancelDialog {...propsOf('cancel')} mayRefund={may(organizer.role, 'orders.refund')} />
    </>
  )
}
