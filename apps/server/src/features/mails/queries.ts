import type { Database, TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { roomName } from '../../engine/offers/room-name.ts'
import { historyHead, presentReceipt } from '../../engine/orders/history-rows.ts'

const EVENT_COLUMNS = [
  'e.id as event_id',
  'e.name',
  'e.is_timed_entry',
  'e.important_information',
  'f.is_transferable',
  'v.name as venue',
  'v.city',
  'v.state',
  'v.timezone',
] as const

/** Selects an order with its event and venue. */
export const selectOrderFacts = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('orders as o')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'o.tenant_id').onRef('e.id', '=', 'o.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .leftJoin('event_facts as f', (join) =>
      join.onRef('f.tenant_id', '=', 'o.tenant_id').onRef('f.event_id', '=', 'o.event_id'),
    )
    .innerJoin('tenants as organizer', 'organizer.tenant_id', 'o.tenant_id')
    .leftJoin('event_change_policies as p', (join) =>
      join.onRef('p.tenant_id', '=', 'o.tenant_id').onRef('p.event_id', '=', 'o.event_id'),
    )
    .select(['o.status', 'o.contact', ...EVENT_COLUMNS])
    .select(['organizer.change_policy as of_tenant', 'p.policy as of_event'])
    .select(historyHead)
    .select(presentReceipt.as('quote'))
    .where('o.id', '=', orderId)
    .modifyEnd(sql`/* named: mail_order */`)
    .executeTakeFirstOrThrow()

/** Selects the tickets that admit, each with its session, in order of time: none of a session that was called off. */
export const selectValidTickets = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('tickets as t')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.session_id'),
    )
    .select(['t.id', 't.number', 't.type_name', 't.places', 't.validation_code', 't.session_id'])
    .select(['t.price_minor', 't.discount_minor', 't.fee_minor', 't.charges'])
    .select(['s.starts_at', 's.local_date', roomName.as('room')])
    .where('t.order_id', '=', orderId)
    .where('t.status', '=', 'VALID')
    .where('s.status', '<>', 'called_off')
    .orderBy('s.starts_at')
    .orderBy('t.number')
    .modifyEnd(sql`/* named: mail_tickets */`)
    .execute()

/** Selects the event that a payment was for. */
export const selectEventOfPayment = (tx: TenantTx, paymentId: string) =>
  tx
    .selectFrom('payments as p')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'p.tenant_id').onRef('e.id', '=', 'p.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .leftJoin('event_facts as f', (join) =>
      join.onRef('f.tenant_id', '=', 'p.tenant_id').onRef('f.event_id', '=', 'p.event_id'),
    )
    .select(EVENT_COLUMNS)
    .where('p.id', '=', paymentId)
    .executeTakeFirstOrThrow()

/** Selects the newest mails of a tenant, for the development mailbox. */
export const selectNewestMails = (tx: TenantTx) =>
  tx
    .selectFrom('mails')
    .select(['id', 'kind', 'state', 'recipient', 'attempts', 'last_error', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()

/** The same of the mails to staff, which belong to no tenant. */
export const selectNewestStaffMails = (db: Pick<Database, 'registry'>) =>
  db.registry
    .selectFrom('staff_mails')
    .select(['id', 'kind', 'state', 'recipient', 'attempts', 'last_error', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
