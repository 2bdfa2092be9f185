import type { OrderCard } from '@foyer/contract'
import type { ComponentType } from 'react'

/** What every dialog of an order card gets. Mounted at its first opening, and kept while closed. */
interface OrderDialogProps {
  order: OrderCard
  open: boolean
  onClose: () => void
  /** The order has changed: the list reads it again. */
  onChanged: () => void
}

/** The dialog that cancels is also opened on the page of an order. */
interface CancelDialogProps extends Omit<OrderDialogProps, 'order'> {
  order: Pick<OrderCard, 'id' | 'email' | 'eventName' | 'orderNumber' | 'venueTimezone'>
}

/** The dialogs that an order card opens. They belong to another feature, so routes/ passes them in. */
export interface OrderDialogs {
  reschedule: ComponentType<OrderDialogProps>
  upgrade: ComponentType<OrderDialogProps>
  cancel: ComponentType<CancelDialogProps>
}
