import type { DeskOrder } from '@foyer/contract'

/** What the parts of an order's page are given. */
export interface OrderPart {
  organizer: { slug: string; locale: string }
  orderId: string
  order: DeskOrder
  mayChange: boolean
}
