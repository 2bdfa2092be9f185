import type { Address, Contact } from '@foyer/db'
import {
  brandTokens,
  formatAmount,
  formatLongDate,
  formatTime,
  type Quote,
  toHex,
  zoneName,
} from '@foyer/domain'
import type { Message } from '../../adapters/mailer.ts'
import type { Tenant } from '../../context.ts'
import { type Html, html } from '../../html.ts'

export interface Confirmation {
  tenant: Tenant
  orderNumber: string
  contact: Contact
  billingAddress: Address
  quote: Quote
  eventName: string
  isTimedEntry: boolean
  date: string
  startsAt: string
  timeZone: string
  place: string
  tickets: readonly { number: number; typeName: string; validationCode: string }[]
  links: { order: string; tickets: string }
}

/** The confirmation of an order, in the tenant's colours, with a text alternative. */
export function confirmationMail(order: Confirmation): Omit<Message, 'to'> {
  const { tenant } = order
  const { locale } = tenant
  const when = `${formatLongDate(order.date, locale)}, ${formatTime(order.startsAt, order.timeZone, locale)} (${zoneName(order.startsAt, order.timeZone, locale)})`
  return {
    from: { name: tenant.name, address: tenant.supportEmail },
    subject: `Your tickets for ${order.eventName} (order ${order.orderNumber})`,
    html: `<!doctype html>${page(order, when).markup}`,
    text: plain(order, when),
  }
}

function page(order: Confirmation, when: string): Html {
  const { tenant, quote } = order
  const colours = brandTokens({ hue: tenant.hue }).light
  const hex = (name: keyof typeof colours) => toHex(colours[name])
  const money = (minor: number) => formatAmount(minor, quote.currency, tenant.locale)
  const row = (label: string, value: string, strong = false) => html`
    <tr>
      <td style="padding:6px 0;${strong ? 'font-weight:700' : `color:${hex('muted')}`}">${label}</td>
      <td align="right" style="padding:6px 0;${strong ? 'font-weight:700' : ''}">${value}</td>
    </tr>`
  return html`<html lang="${tenant.locale}"><head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark"><title>${order.eventName}</title></head>
  <body style="margin:0;padding:24px;background:${hex('page')};color:${hex('text')};font:16px/1.5 system-ui,sans-serif">
  <div style="max-width:560px;margin:0 auto">
    <p style="margin:0 0 24px;font-weight:700">${tenant.name}</p>
    <h1 style="font-size:28px;line-height:1.15;margin:0 0 8px">You're going, ${order.contact.firstName || 'friend'}.</h1>
    <p style="margin:0 0 24px;color:${hex('muted')}">Order ${order.orderNumber}</p>
    <h2 style="font-size:20px;line-height:1.25;margin:0 0 4px">${order.eventName}</h2>
    <p style="margin:0">${when}</p>
    <p style="margin:0 0 24px;color:${hex('muted')}">${order.place}</p>
    <p style="margin:0 0 32px"><a href="${order.links.tickets}"
      style="display:inline-block;padding:14px 22px;border-radius:8px;background:${hex('accent')};color:${hex('accentInk')};font-weight:700;text-decoration:none">Open your tickets</a></p>
    <table role="presentation" width="100%" style="border-collapse:collapse">
      ${order.tickets.map((t) => row(`Ticket ${t.number}: ${t.typeName}`, t.validationCode))}
      ${quote.lines.filter((line) => line.kind === 'addOn').map((line) => row(`${line.quantity} × ${line.name}`, money(line.subtotalMinor)))}
      ${row('Subtotal', money(quote.subtotalMinor))}
      ${quote.feeMinor > 0 && row('Service fees', money(quote.feeMinor))}
      ${row('Total paid', money(quote.totalMinor), true)}
    </table>
    <p style="margin:32px 0 0;color:${hex('muted')}">Please bring an ID, and arrive 30 minutes early. Tickets are
      non-transferable. <a href="${order.links.order}" style="color:${hex('accentText')}">See your order</a> ·
      Questions? ${tenant.supportEmail}</p>
  </div></body></html>`
}

function plain(order: Confirmation, when: string): string {
  const { quote, tenant } = order
  return [
    `Order ${order.orderNumber}`,
    '',
    order.eventName,
    when,
    order.place,
    '',
    ...order.tickets.map((t) => `Ticket ${t.number}: ${t.typeName}, code ${t.validationCode}`),
    '',
    `Total paid: ${formatAmount(quote.totalMinor, quote.currency, tenant.locale)}`,
    '',
    `Your tickets: ${order.links.tickets}`,
    `Your order: ${order.links.order}`,
    '',
    'Please bring an ID, and arrive 30 minutes early. Tickets are non-transferable.',
    `Questions? ${tenant.supportEmail}`,
  ].join('\n')
}
