import type { OrderView } from '@foyer/contract'
import {
  admitsText,
  brandTokens,
  fullName,
  passSerial,
  placeLine,
  toHex,
  toMajor,
} from '@foyer/domain'
import type { GoogleClass, GoogleObject } from '../../../adapters/google-objects.ts'
import { signedToken } from '../../../adapters/signed-token.ts'
import type { GoogleWallet } from '../../../env-wallets.ts'
import type { Tenant } from '../../../tenant-registry.ts'

export interface PassOrder {
  tenant: Tenant
  /** The order, with only those of its tickets that are to be saved. */
  order: OrderView
  /** The origin of the pages that may show the button. */
  origin: string
  now: Date
}

/** Google counts money in millionths of the currency's major unit. */
const MICROS = 1_000_000
const SAVE_LINK = 'https://pay.google.com/gp/v/save/'

/**
 * The URL that saves an order's tickets to Google Wallet. Classes and objects are part of the signed
 * link, so Google is not called before the buyer presses it. What Google has already it does not take
 * from a link, so later changes are sent to its API.
 */
export function googleSaveUrl(
  wallet: GoogleWallet,
  { tenant, order, origin, now }: PassOrder,
): string {
  const sessions = new Map(order.tickets.map(({ session }) => [session.id, session]))
  const payload = {
    eventTicketClasses: [...sessions.values()].map((session) =>
      googleClass(wallet, tenant, order, session),
    ),
    eventTicketObjects: order.tickets.map((ticket) => googleObject(wallet, tenant, order, ticket)),
  }
  const link = wallet.isDemo ? `${origin}/dev/google-wallet?pass=` : SAVE_LINK
  return (
    link +
    signedToken(wallet.privateKey, {
      iss: wallet.email,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(now.getTime() / 1000),
      origins: [origin],
      payload,
    })
  )
}

type Ticket = OrderView['tickets'][number]

const localized = ({ locale: language }: Tenant, value: string) => ({
  defaultValue: { language, value },
})

/** What all passes of a session have in common. */
export const googleClass = (
  { issuerId }: GoogleWallet,
  tenant: Tenant,
  { event }: OrderView,
  session: Ticket['session'],
): GoogleClass => ({
  id: `${issuerId}.${session.id}`,
  issuerName: tenant.name,
  reviewStatus: 'UNDER_REVIEW',
  eventName: localized(tenant, event.name),
  venue: {
    name: localized(tenant, placeLine(event.venueName, session.room)),
    address: localized(tenant, event.venueAddress || event.location),
  },
  dateTime: { start: session.startTime, end: session.endTime },
  hexBackgroundColor: toHex(brandTokens({ hue: tenant.hue }).dark.page),
})

/** The pass of a ticket. Its id stays the same when the ticket is exchanged. */
export const googleObject = (
  { issuerId }: GoogleWallet,
  tenant: Tenant,
  { order }: OrderView,
  ticket: Ticket,
): GoogleObject => ({
  id: `${issuerId}.${passSerial({ orderId: order.id, ticketNumber: ticket.number })}`,
  classId: `${issuerId}.${ticket.session.id}`,
  state: ticket.isCancelled ? 'INACTIVE' : ticket.isRedeemed ? 'COMPLETED' : 'ACTIVE',
  ticketHolderName: fullName(order),
  ticketNumber: ticket.validationCode,
  ticketType: localized(
    tenant,
    [ticket.typeName, admitsText(ticket.places ?? 1)].filter(Boolean).join(', '),
  ),
  reservationInfo: { confirmationCode: order.orderNumber },
  faceValue: {
    micros: String(Math.round(toMajor(ticket.amountMinor, order.currency) * MICROS)),
    currencyCode: order.currency.toUpperCase(),
  },
  barcode: { type: 'QR_CODE', value: ticket.qrCode, alternateText: ticket.validationCode },
})
