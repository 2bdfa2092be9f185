import { auditLog } from './audit-log.ts'
import { availability } from './availability.ts'
import { bulkChanges } from './bulk-changes.ts'
import { cartItems } from './cart-items.ts'
import { carts } from './carts.ts'
import { catalog } from './catalog.ts'
import { catalogFiles } from './catalog-files.ts'
import { consents, privacySettings } from './consents.ts'
import { couponReports } from './coupon-reports.ts'
import { coupons } from './coupons.ts'
import { dates } from './dates.ts'
import { deskChanges } from './desk-changes.ts'
import { deskGifts } from './desk-gifts.ts'
import { deskRefunds } from './desk-refunds.ts'
import { disruptions } from './disruptions.ts'
import { eventSearch } from './event-search.ts'
import { fees } from './fees.ts'
import { home } from './home.ts'
import { money } from './money.ts'
import { offeredChanges } from './offered-changes.ts'
import { officeCatalog } from './office-catalog.ts'
import { officeCoupons } from './office-coupons.ts'
import { officePictures } from './office-pictures.ts'
import { officeRules } from './office-rules.ts'
import { officeSales } from './office-sales.ts'
import { officeTickets } from './office-tickets.ts'
import { officeVenues } from './office-venues.ts'
import { operator } from './operator.ts'
import { orderChanges } from './order-changes.ts'
import { orderDesk } from './order-desk.ts'
import { orderLookup } from './order-lookup.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { personalData } from './personal-data.ts'
import { platform } from './platform.ts'
import { ruleSimulator } from './rule-simulator.ts'
import { sales } from './sales.ts'
import { sessionMessages } from './session-messages.ts'
import { settings } from './settings.ts'
import { settingsAddress } from './settings-address.ts'
import { settingsTexts } from './settings-texts.ts'
import { sitePages } from './site-pages.ts'
import { staff } from './staff.ts'
import { staffAccount } from './staff-account.ts'
import { systemConfiguration } from './system-configuration.ts'
import { team } from './team.ts'
import { tenants } from './tenants.ts'
import { testShop } from './test-shop.ts'
import { tickets } from './tickets.ts'
import { venues } from './venues.ts'
import { waivers } from './waivers.ts'
import { walletPasses } from './wallet-passes.ts'

/** All endpoints of the shops and of the platform's pages, each declared once. */
export const api = {
  ...tenants,
  ...sitePages,
  ...platform,
  ...catalog,
  ...eventSearch,
  ...venues,
  ...availability,
  ...sales,
  ...carts,
  ...cartItems,
  ...coupons,
  ...payments,
  ...orders,
  ...orderChanges,
  ...offeredChanges,
  ...consents,
  ...disruptions,
  ...orderLookup,
  ...tickets,
  ...waivers,
  ...walletPasses,
} as const

/** All endpoints of the back office, each declared once. */
export const staffApi = {
  ...staff,
  ...staffAccount,
  ...team,
  ...settings,
  ...settingsAddress,
  ...settingsTexts,
  ...fees,
  ...auditLog,
  ...officeCatalog,
  ...officeVenues,
  ...home,
  ...officeSales,
  ...officeCoupons,
  ...officeRules,
  ...couponReports,
  ...ruleSimulator,
  ...officeTickets,
  ...money,
  ...dates,
  ...bulkChanges,
  ...catalogFiles,
  ...officePictures,
  ...testShop,
  ...personalData,
  ...privacySettings,
  ...operator,
  ...systemConfiguration,
  ...deskRefunds,
  ...deskChanges,
  ...deskGifts,
  ...sessionMessages,
  ...orderDesk,
} as const

export * from './access.ts'
export * from './audit-log.ts'
export * from './availability.ts'
export * from './bulk-changes.ts'
export * from './cart-items.ts'
export * from './carts.ts'
export * from './catalog.ts'
export * from './catalog-files.ts'
export * from './change-policies.ts'
export * from './client.ts'
export * from './consents.ts'
export * from './coupon-reports.ts'
export * from './coupons.ts'
export * from './dates.ts'
export * from './desk-changes.ts'
export * from './desk-gifts.ts'
export * from './desk-refunds.ts'
export * from './disruptions.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './event-search.ts'
export * from './fees.ts'
export * from './fields.ts'
export * from './home.ts'
export * from './limits.ts'
export * from './messages.ts'
export * from './money.ts'
export * from './offered-changes.ts'
export * from './office-catalog.ts'
export * from './office-coupons.ts'
export * from './office-pictures.ts'
export * from './office-rules.ts'
export * from './office-sales.ts'
export * from './office-tickets.ts'
export * from './office-venues.ts'
export * from './operator.ts'
export * from './order-changes.ts'
export * from './order-desk.ts'
export * from './order-lookup.ts'
export * from './order-view.ts'
export * from './orders.ts'
export * from './passkeys.ts'
export * from './payments.ts'
export * from './personal-data.ts'
export * from './platform.ts'
export * from './quotes.ts'
export * from './reschedule-options.ts'
export * from './rule-simulator.ts'
export * from './sales.ts'
export * from './session-messages.ts'
export * from './sessions.ts'
export * from './settings.ts'
export * from './settings-address.ts'
export * from './settings-texts.ts'
export * from './site-pages.ts'
export * from './staff.ts'
export * from './staff-account.ts'
export * from './system-configuration.ts'
export type { TableOutput } from './table.ts'
export * from './team.ts'
export * from './tenants.ts'
export * from './test-shop.ts'
export * from './tickets.ts'
export * from './upgrade-options.ts'
export * from './validation-texts.ts'
export * from './venues.ts'
export * from './waivers.ts'
export * from './wallet-passes.ts'
