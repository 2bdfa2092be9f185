import type { OrderView } from '@foyer/contract'
import {
  admitsText,
  doorsLine,
  formatAmount,
  formatLongDate,
  formatTime,
  fullName,
  knownZone,
  placeLine,
  QR_OPTIONS,
  qrPath,
  TEST_TEXTS,
  zoneName,
} from '@foyer/domain'
import { encode } from 'uqr'
import { isRearranged } from '../../../adapters/fonts/visual-runs.ts'
import type { Tenant } from '../../../tenant-registry.ts'
import { widthOf } from './measure.ts'
import { drawOutline } from './ticket-outline.ts'
import { setText, type TextBox, type TextStyle } from './typeset.ts'

/** The content of a page. */
export interface TicketPage {
  tenant: Tenant
  order: OrderView
  ticket: OrderView['tickets'][number]
  /** The organizer's colour, '#rrggbb'. */
  accent: string
}

const MARGIN = 44
const PADDING = 32
const QR_SIDE = 186
const GREY = '#5a5a5a'

const NAME: TextStyle = { face: 'display', size: 38, leading: 1.06 }
const LONG_NAME: TextStyle = { face: 'display', size: 27, leading: 1.1 }
const TITLE: TextStyle = { face: 'display', size: 22, leading: 1.15 }
const BRAND: TextStyle = { face: 'display', size: 14 }
const FACT: TextStyle = { face: 'display', size: 16.5, leading: 1.25 }
const VALUE: TextStyle = { face: 'strong', size: 12.5, leading: 1.35 }
const BODY: TextStyle = { face: 'text', size: 10.5, leading: 1.4 }
const LABEL: TextStyle = { face: 'text', size: 9, leading: 1.5, colour: GREY }
const TEST: TextStyle = { face: 'display', size: 22, leading: 1.15, colour: '#b3261e' }
const CODE: TextStyle = { face: 'strong', size: 17 }

/** Draws one ticket on the document's current page, tagged below `parent`. */
export function drawTicketPage(
  doc: PDFKit.PDFDocument,
  parent: PDFKit.PDFStructureElement,
  page: TicketPage,
): void {
  const { tenant, order, ticket } = page
  const box = { x: MARGIN, y: MARGIN, width: doc.page.width - MARGIN * 2 }
  const inner = { x: box.x + PADDING, width: box.width - PADDING * 2 }
  const pen = penOf(doc, parent)

  const number = `Ticket ${ticket.number} of ${order.tickets.length}`
  const numberX = inner.x + inner.width - widthOf(number, BODY)
  const top = box.y + PADDING + 6
  pen('P', tenant.name, BRAND, { x: inner.x, y: top, width: numberX - inner.x - 24, maxLines: 1 })
  pen('P', number, BODY, { x: numberX, y: top + 2, width: inner.width })

  let y = top + 44
  const name = widthOf(order.event.name, NAME) > inner.width * 2 ? LONG_NAME : NAME
  y += pen('H1', order.event.name, name, { ...inner, y, maxLines: 4 }) + 22
  y = drawFacts(pen, page, { ...inner, y })

  const perforationY = y + PADDING
  const bottom = drawAdmission(doc, parent, page, { ...inner, y: perforationY + PADDING })
  drawOutline(doc, { ...box, height: bottom - box.y }, perforationY, page.accent)
  drawTerms(pen, page, { ...inner, y: bottom + 24 })
}

type Pen = (tag: 'H1' | 'P', text: string, style: TextStyle, box: TextBox) => number

const penOf =
  (doc: PDFKit.PDFDocument, parent: PDFKit.PDFStructureElement): Pen =>
  (tag, text, style, box) => {
    let height = 0
    const draw = () => {
      height = setText(doc, text, style, box)
    }
    // Joined letters share glyphs, so a screen reader gets the text itself.
    const actual = isRearranged(text) ? { actual: text } : {}
    parent.add(doc.struct(tag, actual, draw))
    return height
  }

interface Column {
  x: number
  y: number
  width: number
}

/** Draws the date beside the venue. Returns the lower edge of both. */
function drawFacts(
  pen: Pen,
  { tenant, order, ticket }: TicketPage,
  { x, y, width }: Column,
): number {
  const { event } = order
  const { session } = ticket
  const zone = knownZone(event.timeZone)
  const gutter = 24
  const half = (width - gutter) / 2
  const when = { x, width: half }
  const where = { x: x + half + gutter, width: half }

  let left = y + pen('P', 'Date and time', LABEL, { ...when, y })
  left += pen('P', formatLongDate(session.date, tenant.locale), FACT, {
    ...when,
    y: left,
  })
  left += pen('P', formatTime(session.startTime, zone, tenant.locale), FACT, { ...when, y: left })
  left += pen('P', zoneName(session.startTime, zone, tenant.locale), BODY, { ...when, y: left })
  const doors = doorsLine(event, session.startTime, tenant.locale)
  if (doors) left += pen('P', doors, BODY, { ...when, y: left })

  let right = y + pen('P', 'Venue', LABEL, { ...where, y })
  right += pen('P', placeLine(event.venueName, session.room), FACT, {
    ...where,
    y: right,
    maxLines: 3,
  })
  right += pen('P', event.venueAddress, BODY, { ...where, y: right, maxLines: 4 })
  return Math.max(left, right)
}

/**
 * Draws the part below the perforation, which admits its bearer: the code, the name and the ticket
 * type. Returns the card's lower
 * edge.
 */
function drawAdmission(
  doc: PDFKit.PDFDocument,
  parent: PDFKit.PDFStructureElement,
  { tenant, order, ticket }: TicketPage,
  { x, y, width }: Column,
): number {
  const pen = penOf(doc, parent)
  const { order: head } = order
  const alt = `QR code of ticket ${ticket.number}, code ${ticket.validationCode}`
  parent.add(doc.struct('Figure', { alt }, () => drawQr(doc, ticket.qrCode, x, y)))
  const codeX = x + (QR_SIDE - widthOf(ticket.validationCode, CODE)) / 2
  const codeY = y + QR_SIDE + 8
  const codeHeight = pen('P', ticket.validationCode, CODE, { x: codeX, y: codeY, width: QR_SIDE })

  const column = { x: x + QR_SIDE + 32, width: width - QR_SIDE - 32 }
  let right = y + 6
  if (tenant.testOf !== null)
    right += pen('P', TEST_TEXTS.ticket, TEST, { ...column, y: right }) + 8
  right += pen('P', ticket.typeName, TITLE, { ...column, y: right, maxLines: 3 }) + 14
  const admits = admitsText(ticket.places ?? 1)
  if (admits) right += pen('P', admits, FACT, { ...column, y: right }) + 10
  const facts = [
    ['Name', fullName(head)],
    ['Order number', head.orderNumber],
    ['Paid, with fees', formatAmount(ticket.amountMinor, head.currency, tenant.locale)],
  ] as const
  for (const [label, value] of facts) {
    if (value === '') continue
    right += pen('P', label, LABEL, { ...column, y: right })
    right += pen('P', value, VALUE, { ...column, y: right, maxLines: 3 }) + 8
  }
  return Math.max(codeY + codeHeight, right) + PADDING - 8
}

/** Draws the code as vectors, so that it is sharp on any printer; the paper is its quiet zone. */
function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { data, size } = encode(text, QR_OPTIONS)
  const quiet = QR_OPTIONS.border
  doc
    .save()
    .translate(x, y)
    .scale(QR_SIDE / (size - quiet * 2))
    .translate(-quiet, -quiet)
    .path(qrPath(data))
    .fill('black')
    .restore()
}

function drawTerms(pen: Pen, { tenant, order, ticket }: TicketPage, { x, y, width }: Column): void {
  const terms = [
    ...(ticket.revision > 0
      ? [`This page replaces earlier prints of ticket ${ticket.number}: their codes are not valid.`]
      : []),
    ...order.event.importantInformation,
    'If this ticket is rescheduled, upgraded or cancelled, this code is no longer valid.',
    `Questions? ${tenant.supportEmail}`,
  ]
  let at = y
  for (const term of terms)
    at += pen('P', term, { ...BODY, size: 9, colour: GREY }, { x, y: at, width })
}
