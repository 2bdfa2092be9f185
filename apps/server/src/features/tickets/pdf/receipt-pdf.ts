import { buffer } from 'node:stream/consumers'
import type { OrderView } from '@foyer/contract'
import {
  amountRowsOf,
  balanceRowsOf,
  discountRows,
  formatAmount,
  formatInstantDate,
  formatTime,
  fullName,
  type HistoryRow,
  historyTitleOf,
  knownZone,
  NOT_MADE_TEXT,
  refundsOfCharges,
  TEST_TEXTS,
  taxRowsOf,
  ticketRowsOf,
} from '@foyer/domain'
import PDFDocument from 'pdfkit'
import type { Tenant } from '../../../tenant-registry.ts'
import { columnOf } from './column.ts'
import { ACCESSIBLE, PAPERS, paperOf } from './tickets-pdf.ts'
import type { TextStyle } from './typeset.ts'

const TITLE: TextStyle = { face: 'display', size: 22, leading: 1.2 }
const HEADING: TextStyle = { face: 'display', size: 14, leading: 1.3 }
const STRONG: TextStyle = { face: 'strong', size: 11, leading: 1.4 }
const BODY: TextStyle = { face: 'text', size: 10, leading: 1.45 }
const LABEL: TextStyle = { face: 'text', size: 9, leading: 1.5, colour: '#5a5a5a' }

/**
 * Makes a tagged PDF of what an order costs as it is now, what was charged and refunded for it, and each
 * entry of its history.
 */
export async function receiptPdf(tenant: Tenant, order: OrderView): Promise<Buffer> {
  const { order: head, event, balance, changes, refunds } = order
  const { locale } = tenant
  const { currency, quote } = head
  const timeZone = knownZone(event.timeZone)
  const format = { currency, timeZone, locale }
  const money = (minor: number) => formatAmount(minor, currency, locale)
  const when = (instant: string) =>
    `${formatInstantDate(instant, timeZone, locale)}, ${formatTime(instant, timeZone, locale)}`
  const last = changes.at(-1)
  const doc = new PDFDocument({
    size: PAPERS[paperOf(locale)],
    margin: 0,
    pdfVersion: '1.7',
    ...ACCESSIBLE,
    lang: locale,
    displayTitle: true,
    info: {
      Title: `Receipt of order ${head.orderNumber}`,
      Author: tenant.name,
      Subject: 'Receipt',
      // The order's date instead of the current one, so that the same order gives the same file.
      CreationDate: new Date(last?.at ?? head.createdAt),
    },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const column = columnOf(doc, root)
  const rows = (all: readonly HistoryRow[]) => {
    for (const { label, value } of all) column.row(label, value, BODY, 2)
  }

  column.text('P', tenant.name, STRONG, 14)
  if (tenant.testOf !== null) column.text('P', TEST_TEXTS.banner, STRONG, 14)
  column.text('H1', `Receipt of order ${head.orderNumber}`, TITLE, 4)
  column.text('P', event.name, STRONG, 0)
  column.text('P', [event.venueName, event.venueAddress].filter(Boolean).join(', '), BODY, 0)
  column.text('P', fullName(head), BODY, 0)
  column.text('P', last ? `As of ${when(last.at)}` : when(head.createdAt), LABEL, 0)
  // At the top: below a long history it would take a page of its own.
  column.text('P', `Questions? ${tenant.supportEmail}`, LABEL, 18)

  const valid = order.tickets.filter(({ isCancelled }) => !isCancelled)
  if (valid.length > 0) {
    column.text('H2', 'Tickets, with fees and discounts', HEADING, 6)
    rows(
      valid.map(({ number, typeName, session, amountMinor }) => ({
        label: `Ticket ${number}, ${typeName}, ${when(session.startTime)}`,
        value: money(amountMinor),
      })),
    )
    column.space(14)
  }

  const taxes = (kind: 'added' | 'included') =>
    taxRowsOf(quote.taxes, kind, locale).map(({ label, taxMinor }) => ({
      label,
      value: money(taxMinor),
    }))
  column.text('H2', 'The order now', HEADING, 6)
  rows([
    ...quote.lines.map((line) => ({
      label: `${line.quantity} × ${line.name}`,
      value: money(line.subtotalMinor),
    })),
    { label: 'Subtotal', value: money(quote.subtotalMinor) },
    ...discountRows(quote).map(({ label, discountMinor }) => ({
      label,
      value: money(-discountMinor),
    })),
    ...quote.fees.map(({ name, feeMinor }) => ({ label: name, value: money(feeMinor) })),
    ...taxes('added'),
  ])
  column.row('Total', money(quote.totalMinor), STRONG, 8)
  rows(taxes('included'))
  const { besides, payments } = balanceRowsOf(balance, refundsOfCharges(refunds, changes), format)
  rows(besides)
  column.row('Total paid', money(balance.leftMinor), STRONG, 2)
  rows(payments)
  column.space(18)

  column.text('H2', 'History', HEADING, 8)
  for (const change of changes) {
    column.rule(8)
    column.row(historyTitleOf(change, tenant.name), when(change.at), STRONG, 2)
    if (change.outcome === 'refunded') column.text('P', NOT_MADE_TEXT, BODY, 2)
    if (change.kind === 'purchase') {
      rows(
        (change.receipt?.lines ?? []).map((line) => ({
          label: `${line.quantity} × ${line.name}`,
          value: money(line.totalMinor),
        })),
      )
    }
    rows(
      ticketRowsOf(change, format).map(({ label, value, difference }) => ({
        label: `${label}: ${value}`,
        value: change.outcome === 'refunded' ? '' : difference,
      })),
    )
    rows(amountRowsOf(change, format))
    rows(
      refunds
        .filter(({ reference }) => change.refundReferences.includes(reference))
        .map(({ reference, amountMinor }) => ({
          label: `Refund ${reference}`,
          value: money(amountMinor),
        })),
    )
    column.space(8)
  }
  root.end()
  doc.end()
  return buffer(doc)
}
