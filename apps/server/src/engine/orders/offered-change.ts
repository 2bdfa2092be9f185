import { createHash } from 'node:crypto'
import { type ChangeParams, type Refused, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type ChangedTicket, type ChangeRequestKind, changeLinkEndsAt } from '@foyer/domain'
import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import type { OrderRow } from './find-order.ts'
import type { LaneChange } from './order-types.ts'

/**
 * A change that the team has offered to a buyer, who pays for it by a signed link. The row of the change is
 * the offer: it is open until it is paid, withdrawn, or replaced by another change. A hold that expired is
 * made again with a new row, so the link names the change by what it does and not by the id of its row.
 */
export interface OfferedChange {
  /** Of its newest row. */
  id: string
  /** ended: withdrawn, replaced by another change, or paid when it could no longer be made. */
  state: LaneChange['state']
  kind: ChangeRequestKind
  tickets: readonly ChangedTicket[]
  /** What was to be paid when it was held. */
  dueMinor: number
  /** Why the team offered it, for the team. */
  reason: string | null
  offeredAt: Date
}

/** Names a change by its tickets and where they go: the same for each row that holds it. */
export const changeKeyOf = ({ tickets }: Pick<LaneChange, 'tickets'>): string => {
  const exchanges = tickets.map(
    ({ before, after }) => `${before.ticketId}>${after?.sessionId}/${after?.ticketTypeId}`,
  )
  return createHash('sha256').update(exchanges.sort().join()).digest('base64url').slice(0, 16)
}

/** The change as a client would ask for it. */
export function paramsOfOffer({ kind, tickets, reason }: OfferedChange): ChangeParams {
  const ticketIds = tickets.map(({ before }) => before.ticketId)
  const [first] = tickets
  return kind === 'reschedule'
    ? { type: kind, newSessionId: first?.after?.sessionId ?? '', ticketIds, reason }
    : { type: kind, newTicketTypeId: first?.after?.ticketTypeId ?? '', ticketIds, reason }
}

/** More rows of one order than buyers make in a week of expired holds. */
const MOST_ROWS = 1000

/** Selects the changes that the team has offered of an order, those that are open or done first. */
export async function selectOffers(tx: TenantTx, orderId: string): Promise<OfferedChange[]> {
  const { rows } = await sql<OfferedChange>`
    select id, state, kind, details -> 'tickets' as tickets, due_minor as "dueMinor", reason,
      created_at as "offeredAt"
    from order_changes
    where order_id = ${orderId} and made_by = 'organizer' and kind in ('reschedule', 'upgrade')
    order by state = 'ended', created_at desc limit ${MOST_ROWS}`.execute(tx)
  return rows
}

/** The offer that still waits for its payment; undefined if there is none. */
export const selectOpenOffer = async (
  tx: TenantTx,
  orderId: string,
): Promise<OfferedChange | undefined> =>
  (await selectOffers(tx, orderId)).find(({ state }) => state === 'open')

/** Where the storefront shows an offered change with its payment. It names no buyer. */
export function offerPath(
  { secrets }: Pick<Context, 'secrets'>,
  tenant: Tenant,
  { id, link_ends }: Pick<OrderRow, 'id' | 'link_ends'>,
  offer: OfferedChange,
): string {
  const of = { orderId: id, key: changeKeyOf(offer) }
  const token = secrets.changeToken(tenant.id, of, changeLinkEndsAt(offer.offeredAt), link_ends)
  return `/pay-change/${id}?token=${token}`
}

const ENDED = {
  expired:
    'This link to pay for a change has expired. Nothing was charged, and your tickets are as they were. Please ask the organizer for a new one.',
  links_ended:
    'This link has ended, since the e-mail address of the order was corrected. Nothing was charged. The organizer can send a new one to the new address.',
  done: 'This change is paid and made, so there is nothing left to pay. The new tickets were mailed.',
  withdrawn:
    'This change is no longer offered. Nothing is charged for it, and your tickets are as they were. Please ask the organizer if you still want it.',
  not_possible:
    'This change can no longer be made as it was offered. Nothing was charged, and your tickets are as they were. Please ask the organizer.',
} as const

/** The refusal of a link that we signed and that opens no payment any more. */
export const changeLinkEnded = (reason: keyof typeof ENDED): Refused<'change_link_ended'> =>
  refused('change_link_ended', ENDED[reason], { reason })
