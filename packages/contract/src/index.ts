import { availability } from './availability.ts'
import { cartItems } from './cart-items.ts'
import { carts } from './carts.ts'
import { catalog } from './catalog.ts'
import { coupons } from './coupons.ts'
import { disruptions } from './disruptions.ts'
import { eventSearch } from './event-search.ts'
import { orderChanges } from './order-changes.ts'
import { orderLookup } from './order-lookup.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { platform } from './platform.ts'
import { sitePages } from './site-pages.ts'
import { tenants } from './tenants.ts'
import { tickets } from './tickets.ts'
import { venues } from './venues.ts'
import { waivers } from './waivers.ts'
import { walletPasses } from './wallet-passes.ts'

/** All endpoints of the product, each declared once. */
export const api = {
  ...tenants,
  ...sitePages,
  ...platform,
  ...catalog,
  ...eventSearch,
  ...venues,
  ...availability,
  ...carts,
  ...cartItems,
  ...coupons,
  ...payments,
  ...orders,
  ...orderChanges,
  ...disruptions,
  ...orderLookup,
  ...tickets,
  ...waivers,
  ...walletPasses,
} as const

export * from './access.ts'
export * from './availability.ts'
export * from './cart-items.ts'
export * from './carts.ts'
export * from './catalog.ts'
export * from './change-policies.ts'
export * from './client.ts'
export * from './coupons.ts'
export * from './disruptions.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './event-search.ts'
export * from './fields.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './order-changes.ts'
export * from './order-lookup.ts'
export * from './order-view.ts'
export * from './orders.ts'
export * from './payments.ts'
export * from './platform.ts'
export * from './quotes.ts'
export * from './reschedule-options.ts'
export * from './site-pages.ts'
export * from './tenants.ts'
export * from './tickets.ts'
export * from './upgrade-options.ts'
export * from './validation-texts.ts'
export * from './venues.ts'
export * from './waivers.ts'
export * from './wallet-passes.ts'
