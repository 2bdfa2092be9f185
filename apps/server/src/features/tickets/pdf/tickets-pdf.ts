import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OrderView } from '@foyer/contract'
import { brandTokens, toHex } from '@foyer/domain'
import PDFDocument from 'pdfkit'
import type { Tenant } from '../../../tenant-registry.ts'
import { drawTicketPage } from './ticket-page.ts'

export const PAPERS = { a4: 'A4', letter: 'LETTER' } as const
export type Paper = keyof typeof PAPERS

/** Countries that print on Letter paper; all others use A4. */
const LETTER_REGIONS = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE'])

export const paperOf = (locale: string): Paper =>
  LETTER_REGIONS.has(new Intl.Locale(locale).maximize().region ?? '') ? 'letter' : 'a4'

/** PDF/UA-1; as a plain object, since PDFKit's published types do not know it yet. */
export const ACCESSIBLE: object = { tagged: true, subset: 'PDF/UA' }

/**
 * Makes a tagged PDF of an order's valid tickets, or of one of them, one per page. Names may be Latin, Greek,
 * Cyrillic, Arabic or Japanese; only the letters used are embedded.
 */
export async function ticketsPdf(
  tenant: Tenant,
  order: OrderView,
  paper: Paper,
  ticketId?: string,
): Promise<Buffer> {
  const title = `${order.event.name}, order ${order.order.orderNumber}`
  const doc = new PDFDocument({
    size: PAPERS[paper],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    ...ACCESSIBLE,
    lang: tenant.locale,
    displayTitle: true,
    info: {
      Title: title,
      Author: tenant.name,
      Subject: 'Tickets',
      // The order's date instead of the current one, so that the same tickets give the same file.
      CreationDate: new Date(order.order.createdAt),
    },
  })
  const accent = toHex(brandTokens({ hue: tenant.hue }).light.accent)
  const root = doc.struct('Document')
  doc.addStructure(root)
  for (const ticket of order.tickets) {
    if (ticket.isCancelled || (ticketId && ticket.id !== ticketId)) continue
    doc.addPage()
    const section = doc.struct('Sect', { title: `Ticket ${ticket.number}` })
    root.add(section)
    drawTicketPage(doc, section, { tenant, order, ticket, accent })
    section.end()
    // A page takes some milliseconds, and an order may have hundreds: other requests are served in
    // between.
    await nextTurn()
  }
  root.end()
  doc.end()
  return buffer(doc)
}
