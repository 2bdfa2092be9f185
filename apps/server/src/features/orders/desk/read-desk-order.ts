import { type DeskOrder, granted, type orderDesk, type ResultOf } from '@foyer/contract'
import { mailProblem } from '@foyer/domain'
import type { Context } from '../../../context.ts'
import { selectOpenOrder } from '../../../engine/orders/find-order.ts'
import { selectOpenOffer } from '../../../engine/orders/offered-change.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { loadOrderView } from '../load-order.ts'
import { selectActs, selectCharges, selectMails, selectNotes, selectTags } from './queries.ts'

/** An order with everything that the desk has to know to answer its buyer. */
export async function readDeskOrder({
  context,
  tenant,
  params: { orderId },
}: Call<typeof orderDesk.getDeskOrder>): Promise<ResultOf<typeof orderDesk.getDeskOrder>> {
  const read = await context.db.withTenant(tenant.id, async (tx) => {
    const row = await selectOpenOrder(tx, orderId)
    if (!row) return null
    return {
      row,
      charges: await selectCharges(tx, orderId),
      mails: await selectMails(tx, orderId),
      notes: await selectNotes(tx, orderId),
      tags: await selectTags(tx, orderId),
      acts: await selectActs(tx, orderId),
      offer: await selectOpenOffer(tx, orderId),
    }
  })
  if (!read) return ORDER_NOT_FOUND
  const { row, charges, mails, notes, tags, acts, offer } = read
  const view = await loadOrderView(context, tenant, { row, isByLinkAlone: false })
  const personOf = await readPeople(
    context,
    [...notes, ...acts].flatMap(({ person_id }) => person_id ?? []),
  )
  return granted({
    view,
    payments: charges.map((charge) => ({
      intentId: charge.intent_id,
      isOfChange: charge.change_of_order_id !== null,
      at: charge.created_at.toISOString(),
      capturedMinor: charge.captured_minor ?? 0,
      refundedMinor: charge.refunded_minor,
      currency: charge.currency,
      card: charge.brand && charge.last4 ? { brand: charge.brand, last4: charge.last4 } : null,
      isDisputed: charge.is_disputed,
    })),
    mails: mails.map((mail) => ({
      id: mail.id,
      kind: mail.kind,
      state: mail.state,
      to: mail.recipient,
      isResend: mail.is_resend,
      at: mail.updated_at.toISOString(),
      problem: mailProblem({ ...mail, lastError: mail.last_error }),
    })),
    offered: offer
      ? {
          kind: offer.kind,
          tickets: offer.tickets.length,
          dueMinor: offer.dueMinor,
          currency: row.quote.currency,
          at: offer.offeredAt.toISOString(),
        }
      : null,
    notes: notes.map((note) => ({
      id: note.id,
      at: note.created_at.toISOString(),
      person: personOf(note.person_id),
      note: note.note,
    })),
    tags,
    acts: acts.map((act) => ({
      id: act.id,
      at: act.at.toISOString(),
      person: act.person_id ? personOf(act.person_id) : null,
      action: act.action_type,
      before: act.before,
      after: act.after,
    })),
  })
}

type ShownPerson = DeskOrder['notes'][number]['person']

/** The names of people, who belong to no tenant. An account that was deleted leaves only its id. */
async function readPeople(
  { home }: Pick<Context, 'home'>,
  ids: readonly string[],
): Promise<(id: string) => ShownPerson> {
  const names = new Map<string, string>()
  if (ids.length > 0) {
    const rows = await home.withPlatform((tx) =>
      tx
        .selectFrom('staff_people')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(ids)])
        .execute(),
    )
    for (const { id, name } of rows) names.set(id, name)
  }
  return (id) => ({ id, name: names.get(id) ?? '' })
}
