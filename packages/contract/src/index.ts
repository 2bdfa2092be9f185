import { cart, cartItems } from './cart.ts'
import { catalog } from './catalog.ts'
import { checkout } from './checkout.ts'
import { coupons } from './coupons.ts'
import { eventSearch } from './event-search.ts'
import { orderChanges } from './order-changes.ts'
import { sitePages } from './site-pages.ts'
import { tenant } from './tenant.ts'
import { tickets } from './tickets.ts'

/** Every endpoint of the product, once. */
export const api = {
  ...tenant,
  ...sitePages,
  ...catalog,
  ...eventSearch,
  ...cart,
  ...cartItems,
  ...coupons,
  ...checkout,
  ...orderChanges,
  ...tickets,
} as const

export * from './access.ts'
export * from './cart.ts'
export * from './catalog.ts'
export * from './checkout.ts'
export * from './client.ts'
export * from './coupons.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './event-search.ts'
export * from './fields.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './order-changes.ts'
export * from './site-pages.ts'
export * from './tenant.ts'
export * from './tickets.ts'
export * from './validation-texts.ts'
