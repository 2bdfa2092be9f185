import type { TenantTx } from '@foyer/db'
import { importantInformationOf, knownZone, MAILS, orderNumberOf, plainName } from '@foyer/domain'
import type { MailChange, MailEvent, MailOrder, MailView, MailVisit } from '@foyer/mails'
import type { Context, Tenant } from '../../context.ts'
import { readHistory } from '../../engine/orders/order-history.ts'
import { endOfOrderLink } from '../../engine/orders/order-link.ts'
import { countWaivers } from '../../engine/waivers/participants.ts'
import { siteOf } from '../../tenant-registry.ts'
import type { DueMail } from './outbox-rows.ts'
import { selectEventOfPayment, selectOrderFacts, selectValidTickets } from './queries.ts'

type Row = Pick<DueMail, 'kind' | 'data' | 'order_id' | 'payment_id'>

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
    const token = context.secrets.orderToken(tenant.id, mail.order_id, endsAt)
    return readOrder(tx, mail.order_id, base, token)
  }
  const change = async () =>
    mail.order_id && 'changeId' in mail.data && mail.data.changeId
      ? readChange(tx, mail.order_id, mail.data.changeId)
      : null
  const event = async () => {
    if (!mail.payment_id) throw new Error(`A mail of kind ${mail.kind} names no payment`)
    return presentEvent(await selectEventOfPayment(tx, mail.payment_id), base)
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

async function readOrder(
  tx: TenantTx,
  orderId: string,
  base: string,
  token: string,
): Promise<MailOrder> {
  const row = await selectOrderFacts(tx, orderId)
  const waivers = await countWaivers(tx, orderId)
  return {
    number: orderNumberOf(orderId),
    status: row.status,
    firstName: plainName(row.contact.firstName),
    event: presentEvent(row, base),
    visits: visitsOf(await selectValidTickets(tx, orderId)),
    quote: row.quote,
    url: `${base}/order-confirmation/${orderId}?token=${token}`,
    waivers: waivers && {
      missing: waivers.needed - waivers.signed,
      url: `${base}/waiver/${orderId}?token=${token}`,
    },
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

type EventRow = Awaited<ReturnType<typeof selectEventOfPayment>>

const presentEvent = (row: EventRow, base: string): MailEvent => ({
  name: row.name,
  place: [row.venue, row.city, row.state].filter(Boolean).join(', '),
  timeZone: knownZone(row.timezone),
  isTimedEntry: row.is_timed_entry,
  importantInformation: importantInformationOf(row.important_information),
  url: `${base}/events-api/${row.event_id}`,
})

type TicketRow = Awaited<ReturnType<typeof selectValidTickets>>[number]

const visitsOf = (tickets: readonly TicketRow[]): MailVisit[] =>
  [...Map.groupBy(tickets, (ticket) => ticket.session_id).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return {
      startsAt: first.starts_at.toISOString(),
      date: first.local_date,
      tickets: group.map((ticket) => ({
        number: ticket.number,
        typeName: ticket.type_name,
        validationCode: ticket.validation_code,
      })),
    }
  })
