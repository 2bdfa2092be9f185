import { sign } from 'node:crypto'
import type { OrderView } from '@foyer/contract'
import { brandTokens, toHex } from '@foyer/domain'
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

const SAVE_LINK = 'https://pay.google.com/gp/v/save/'

/**
 * The URL that saves an order's tickets to Google Wallet. Classes and objects are part of the
 * signed link, so Google is not called before the buyer presses it. The ids are those of the
 * session and the tickets, so saving again updates what was saved.
 */
export function googleSaveUrl(
  wallet: GoogleWallet,
  { tenant, order, origin, now }: PassOrder,
): string {
  const { order: head, event } = order
  const idOf = (id: string) => `${wallet.issuerId}.${id}`
  const text = (value: string) => ({ defaultValue: { language: tenant.locale, value } })
  const sessions = new Map(order.tickets.map(({ session }) => [session.id, session]))
  const eventClasses = [...sessions.values()].map((session) => ({
    id: idOf(session.id),
    issuerName: tenant.name,
    reviewStatus: 'UNDER_REVIEW',
    eventName: text(event.name),
    venue: { name: text(event.venueName), address: text(event.venueAddress || event.location) },
    dateTime: { start: session.startTime, end: session.endTime },
    hexBackgroundColor: toHex(brandTokens({ hue: tenant.hue }).dark.page),
  }))
  const objects = order.tickets.map((ticket) => ({
    id: idOf(ticket.id),
    classId: idOf(ticket.session.id),
    state: 'ACTIVE',
    ticketHolderName: `${head.firstName} ${head.lastName}`.trim(),
    ticketNumber: ticket.validationCode,
    ticketType: text(ticket.typeName),
    reservationInfo: { confirmationCode: head.orderNumber },
    barcode: { type: 'QR_CODE', value: ticket.qrCode, alternateText: ticket.validationCode },
  }))
  return (
    SAVE_LINK +
    signedToken(wallet, {
      iss: wallet.email,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(now.getTime() / 1000),
      origins: [origin],
      payload: { eventTicketClasses: eventClasses, eventTicketObjects: objects },
    })
  )
}

/** A JSON Web Token (RS256), signed with the service account's key. */
function signedToken({ privateKey }: GoogleWallet, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
}
