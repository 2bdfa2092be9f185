import type { OrderView } from '@foyer/contract'
import {
  admitsText,
  brandTokens,
  formatAmount,
  fullName,
  knownZone,
  passSerial,
  placeLine,
  toHex,
  toRgb,
} from '@foyer/domain'
import { PKPass } from 'passkit-generator'
import type { AppleWallet } from '../../../env-wallets.ts'
import type { Tenant } from '../../../tenant-registry.ts'
import { passIcon } from './pass-icon.ts'

export interface PassTicket {
  tenant: Tenant
  order: OrderView
  ticket: OrderView['tickets'][number]
  /** Where phones register the pass and fetch it again, and what they show there. */
  service: { url: string; token: string }
}

const ICON_SIDE = 29
const DEMO_TEXT = 'Not signed by Apple: a phone does not accept this pass.'

/**
 * A signed pass for one ticket: an event ticket with the same code as on the page and in the PDF. The
 * pass of a cancelled ticket is void: the phone greys it out and takes it from the lock screen.
 */
export function applePass(
  wallet: AppleWallet,
  { tenant, order, ticket, service }: PassTicket,
): Buffer {
  const { order: head, event } = order
  const { session } = ticket
  const colours = brandTokens({ hue: tenant.hue }).dark
  const accent = toHex(colours.accent)
  const pass = new PKPass(
    {
      'icon.png': passIcon(ICON_SIDE, accent),
      'icon@2x.png': passIcon(ICON_SIDE * 2, accent),
      'icon@3x.png': passIcon(ICON_SIDE * 3, accent),
    },
    {
      wwdr: wallet.wwdr,
      signerCert: wallet.certificate,
      signerKey: wallet.key,
      ...(wallet.keyPassphrase ? { signerKeyPassphrase: wallet.keyPassphrase } : {}),
    },
    {
      formatVersion: 1,
      passTypeIdentifier: wallet.passTypeId,
      teamIdentifier: wallet.teamId,
      // The same for every ticket with this number, so that the phone replaces the old code.
      serialNumber: passSerial({ orderId: head.id, ticketNumber: ticket.number }),
      webServiceURL: service.url,
      authenticationToken: service.token,
      voided: ticket.isCancelled,
      organizationName: tenant.name,
      logoText: tenant.name,
      description: `Ticket for ${event.name}`,
      backgroundColor: toRgb(colours.page),
      foregroundColor: toRgb(colours.text),
      labelColor: toRgb(colours.accentText),
    },
  )
  const place = placeLine(event.venueName, session.room)
  pass.type = 'eventTicket'
  pass.headerFields.push({
    key: 'number',
    label: 'Ticket',
    value: `${ticket.number} of ${order.tickets.length}`,
  })
  pass.primaryFields.push({ key: 'event', label: place, value: event.name })
  pass.secondaryFields.push(
    {
      key: 'date',
      label: 'Date and time',
      value: isoInZone(session.startTime, knownZone(event.timeZone)),
      dateStyle: 'PKDateStyleMedium',
      timeStyle: 'PKDateStyleShort',
      // Times are shown by the venue's clock, wherever the phone is.
      ignoresTimeZone: true,
      // Shown on the lock screen when a later version of the pass has another value.
      changeMessage: 'Your ticket is now for %@.',
    },
    {
      key: 'type',
      label: 'Ticket type',
      value: ticket.typeName,
      changeMessage: 'Your ticket is now %@.',
    },
  )
  const admits = admitsText(ticket.places ?? 1)
  pass.auxiliaryFields.push(
    ...(admits ? [{ key: 'places', label: 'People', value: admits }] : []),
    { key: 'name', label: 'Name', value: fullName(head) },
    { key: 'order', label: 'Order', value: head.orderNumber },
    {
      key: 'paid',
      label: 'Paid, with fees',
      value: formatAmount(ticket.amountMinor, head.currency, tenant.locale),
    },
  )
  pass.backFields.push(
    { key: 'venue', label: 'Venue', value: `${place}\n${event.venueAddress}`.trim() },
    ...(event.importantInformation.length > 0
      ? [
          {
            key: 'terms',
            label: 'Important Information',
            value: event.importantInformation.join('\n'),
          },
        ]
      : []),
    ...(wallet.isDemo ? [{ key: 'demo', label: 'Demo pass', value: DEMO_TEXT }] : []),
    { key: 'support', label: 'Questions?', value: tenant.supportEmail },
  )
  pass.setBarcodes({
    message: ticket.qrCode,
    format: 'PKBarcodeFormatQR',
    messageEncoding: 'iso-8859-1',
    altText: ticket.validationCode,
  })
  pass.setRelevantDate(new Date(session.startTime))
  pass.setExpirationDate(new Date(session.endTime))
  return pass.getAsBuffer()
}

/**
 * '2026-07-03T19:00:00-07:00': the wall-clock time of a zone with its offset, as passes require it.
 */
function isoInZone(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(instant))
  const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${parts.replace(' ', 'T')}${offset?.slice('GMT'.length) || '+00:00'}`
}
