import type { TenantTx } from '@foyer/db'
import {
  addedTaxMinor,
  commonRoom,
  importantInformationOf,
  isTransferable,
  knownZone,
  MAILS,
  type MailKind,
  orderNumberOf,
  placeLine,
  plainName,
  policyOf,
  showsCodes,
} from '@foyer/domain'
import type { MailChange, MailEvent, MailOrder, MailView, MailVisit } from '@foyer/mails'
import type { Context, Tenant } from '../../context.ts'
import { readHistory } from '../../engine/orders/order-history.ts'
import { endOfOrderLink, linkEndsFor } from '../../engine/orders/order-link.ts'
import { selectHasOtherSession } from '../../engine/orders/other-session.ts'
import { previewOfEvent, selectPosterFacts } from '../../engine/posters/poster-facts.ts'
import { countWaivers } from '../../engine/waivers/participants.ts'
import { siteOf } from '../../tenant-registry.ts'
import type { DueMail } from './outbox-rows.ts'
import { selectEventOfPayment, selectOrderFacts, selectValidTickets } from './queries.ts'

type Row = Pick<DueMail, 'kind' | 'data' | 'order_id' | 'payment_id' | 'recipient'>

/**
 * Reads the current data for a mail. Texts that buyers entered pass through {@link plainName};
 * texts of the organizer (events, venues, ticket types) are shown unchanged. Throws if the row
 * names no order or payment.
 */
export async function readView(
  tx: TenantTx,
  context: Context,
  tenant: Tenant,
  mail: Row,
): Promise<MailView> {
  const base = siteOf(context.origin(), tenant)
  const { name, hue, locale, supportEmail } = tenant
  const brand = { name, hue, locale, supportEmail }
  const order = async () => {
    if (!mail.order_id) throw new Error(`A mail of kind ${mail.kind} names no order`)
    const endsAt = await endOfOrderLink(tx, mail.order_id, context.clock())
    const ends = await linkEndsFor(tx, mail.order_id, mail.recipient)
    const token = context.secrets.orderToken(tenant.id, mail.order_id, endsAt, ends)
    return readOrder(tx, mail.order_id, {
      tenant,
      base,
      token,
      kind: mail.kind,
      secrets: context.secrets,
    })
  }
  const change = async () =>
    mail.order_id && 'changeId' in mail.data && mail.data.changeId
      ? readChange(tx, mail.order_id, mail.data.changeId)
      : null
  const event = async () => {
    if (!mail.payment_id) throw new Error(`A mail of kind ${mail.kind} names no payment`)
    return presentEvent(await selectEventOfPayment(tx, mail.payment_id), { tenant, base }, null)
  }
  const readFacts = async () => {
    switch (MAILS[mail.kind].about) {
      case 'order':
        return { order: await order() }
      case 'change':
        return { order: await order(), change: await change() }
      case 'payment':
        return { event: await event() }
      case 'order or payment': {
        const of = mail.order_id ? await order() : null
        return { order: of, event: of?.event ?? (await event()), change: await change() }
      }
      case 'nothing':
        return {}
    }
  }
  const { data } = mail
  // A row's kind and data were written together by queueMail, or by the lanes.
  return {
    kind: mail.kind,
    brand,
    data:
      'participantName' in data
        ? { ...data, participantName: plainName(data.participantName) }
        : data,
    ...('path' in data && { url: base + data.path }),
    ...(await readFacts()),
  } as MailView
}

interface OrderMail {
  tenant: Tenant
  base: string
  /** Opens the order. */
  token: string
  kind: MailKind
  secrets: Context['secrets']
}

async function readOrder(tx: TenantTx, orderId: string, of: OrderMail): Promise<MailOrder> {
  const { tenant, base, token } = of
  const row = await selectOrderFacts(tx, orderId)
  const waivers = await countWaivers(tx, orderId)
  const poster = await selectPosterFacts(tx, row.event_id)
  const tickets = await selectValidTickets(tx, orderId)
  return {
    number: orderNumberOf(orderId),
    status: row.status,
    firstName: plainName(row.contact.firstName),
    event: presentEvent(
      { ...row, venue: placeLine(row.venue, commonRoom(tickets)) },
      of,
      poster && base + previewOfEvent(poster, tenant),
    ),
    visits: visitsOf(tickets, of),
    quote: row.quote,
    url: `${base}/order-confirmation/${orderId}?token=${token}`,
    waivers: waivers && {
      missing: waivers.needed - waivers.signed,
      url: `${base}/waiver/${orderId}?token=${token}`,
    },
    calendarUrl: `${base}/api/orders/${orderId}/calendar.ics?token=${token}`,
    changePolicy: policyOf(row.of_tenant, row.of_event),
    hasOtherSession: await selectHasOtherSession(tx, orderId),
    ticketsUrl: `${base}/order-tickets/${orderId}?token=${token}`,
    changeUrl: `${base}/order-change/${orderId}?token=${token}`,
  }
}

/** Reads one change from the history of its order; null if it is not part of it. */
async function readChange(
  tx: TenantTx,
  orderId: string,
  changeId: string,
): Promise<MailChange | null> {
  const { changes, refunds } = await readHistory(tx, await selectOrderFacts(tx, orderId))
  const change = changes.find(({ id }) => id === changeId)
  if (!change) return null
  const own = refunds.filter(({ reference }) => change.refundReferences.includes(reference))
  return { ...change, refunds: own }
}

const statedBy = ({ importantInformation }: Tenant, row: EventRow) => ({
  ...row,
  organizer_information: importantInformation,
})

type EventRow = Awaited<ReturnType<typeof selectEventOfPayment>>

const presentEvent = (
  row: EventRow,
  { tenant, base }: { tenant: Tenant; base: string },
  pictureUrl: string | null,
): MailEvent => ({
  name: row.name,
  place: [row.venue, row.city, row.state].filter(Boolean).join(', '),
  timeZone: knownZone(row.timezone),
  isTimedEntry: row.is_timed_entry,
  importantInformation: importantInformationOf(statedBy(tenant, row)),
  isTransferable: isTransferable(statedBy(tenant, row)),
  url: `${base}/events-api/${row.event_id}`,
  pictureUrl,
})

type TicketRow = Awaited<ReturnType<typeof selectValidTickets>>[number]

const visitsOf = (tickets: readonly TicketRow[], of: OrderMail): MailVisit[] =>
  [...Map.groupBy(tickets, (ticket) => ticket.session_id).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return {
      startsAt: first.starts_at.toISOString(),
      date: first.local_date,
      tickets: group.map((ticket) => ({
        number: ticket.number,
        typeName: ticket.type_name,
        places: ticket.places,
        validationCode: ticket.validation_code,
        amountMinor:
          ticket.price_minor -
          ticket.discount_minor +
          ticket.fee_minor +
          addedTaxMinor(ticket.charges),
        code: showsCodes(of.kind, tickets.length)
          ? {
              text: of.secrets.ticketCode({
                tenantId: of.tenant.id,
                ticketId: ticket.id,
                sessionId: ticket.session_id,
                validationCode: ticket.validation_code,
              }),
              pictureId: `ticket-${ticket.number}@foyer`,
            }
          : null,
      })),
    }
  })
