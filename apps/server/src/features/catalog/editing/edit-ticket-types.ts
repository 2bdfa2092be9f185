import { granted, type Refused, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type TicketClass, typographic } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { FEE_SET_NOT_FOUND, isEmpty, lockStockOf, missingIn, TAX_RATE_NOT_FOUND } from './rows.ts'

export interface TicketTypeDetails {
  name: string
  description?: string | null | undefined
  /** Position in the organizer's order, from 0. */
  position?: number | undefined
  /**
   * Minor units in the event's currency, 0 is free. With 'per session', each session has its own
   * price for it.
   */
  price: { minor: number } | 'per session'
  /** The most that one order may contain of it. */
  maxQuantity?: number | undefined
  /** How many people one ticket admits; 1 by default. It stays once a ticket was held. */
  places?: number | undefined
  /** A text that lists show instead of a price. */
  displayPrice?: string | null | undefined
  /** Its own fee set, which overrides the event's. */
  feeSetId?: string | null | undefined
  /** Its tax rate; the default one if null. */
  taxRateId?: string | null | undefined
  /** Its class, for checkout rules; null: none. */
  ticketClass?: TicketClass | null | undefined
  /** An archived type is no longer sold; what a cart holds of it can still be paid. */
  isArchived?: boolean | undefined
}

/**
 * Creates a ticket type of an event, in one of its groups, and returns its id. Only sessions that
 * offer it sell it: new sessions name it (createSessions), existing ones are given it by
 * offerInSessions. A call with the id of an existing type changes nothing.
 */
export async function createTicketType(
  tx: TenantTx,
  tenantId: number,
  {
    id = newId(),
    eventId,
    groupId,
    ...type
  }: TicketTypeDetails & { id?: string; eventId: string; groupId: string },
): Promise<Result<string, 'event_not_found' | 'fee_set_not_found' | 'tax_rate_not_found'>> {
  const group = await tx
    .selectFrom('ticket_groups')
    .select('id')
    .where('id', '=', groupId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!group) return EVENT_NOT_FOUND
  if ((await missingIn(tx, 'fee_sets', [type.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  if ((await missingIn(tx, 'tax_rates', [type.taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  await tx
    .insertInto('ticket_types')
    .values({
      tenant_id: tenantId,
      id,
      event_id: eventId,
      group_id: groupId,
      name: typographic(type.name),
      fee_set_id: type.feeSetId ?? null,
      description: typographic(type.description ?? null),
      display_price: type.displayPrice ?? null,
      ...columnsOf(type),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (type.taxRateId) await setTaxRate(tx, id, type.taxRateId)
  if (type.ticketClass) await setClass(tx, id, type.ticketClass)
  return granted(id)
}

/** Gives a type a tax rate of its own; null takes it away. */
async function setTaxRate(tx: TenantTx, typeId: string, taxRateId: string | null): Promise<void> {
  if (taxRateId === null) {
    await tx.deleteFrom('ticket_type_taxes').where('ticket_type_id', '=', typeId).execute()
    return
  }
  await sql`
    insert into ticket_type_taxes (tenant_id, ticket_type_id, event_id, tax_rate_id)
    select tenant_id, id, event_id, ${taxRateId}::uuid from ticket_types where id = ${typeId}
    on conflict (tenant_id, ticket_type_id) do update set tax_rate_id = excluded.tax_rate_id`.execute(
    tx,
  )
}

/** Puts a type into a class, in place of the one it had; null takes it out. */
async function setClass(
  tx: TenantTx,
  typeId: string,
  ticketClass: TicketClass | null,
): Promise<void> {
  if (ticketClass === null) {
    await tx.deleteFrom('ticket_type_classes').where('ticket_type_id', '=', typeId).execute()
    return
  }
  await sql`
    insert into ticket_type_classes (tenant_id, ticket_type_id, class)
    select tenant_id, id, ${ticketClass} from ticket_types where id = ${typeId}
    on conflict (tenant_id, ticket_type_id) do update set class = excluded.class`.execute(tx)
}

/** Changes the fields that are given. What is held or sold keeps its price, fees and taxes. */
export async function changeTicketType(
  tx: TenantTx,
  ticketTypeId: string,
  { taxRateId, ticketClass, ...change }: Partial<TicketTypeDetails>,
): Promise<
  Result<
    null,
    'ticket_type_not_found' | 'fee_set_not_found' | 'tax_rate_not_found' | 'places_in_use'
  >
> {
  if ((await missingIn(tx, 'fee_sets', [change.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  if ((await missingIn(tx, 'tax_rates', [taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  const { places } = change
  if (places !== undefined) await lockEventOf(tx, ticketTypeId)
  const type = await tx
    .selectFrom('ticket_types')
    .select(['id', 'event_id', 'places'])
    .where('id', '=', ticketTypeId)
    .forUpdate()
    .executeTakeFirst()
  if (!type) return TICKET_TYPE_NOT_FOUND
  if (places !== undefined && places !== type.places) {
    const inUse = await givePlaces(tx, type.event_id, ticketTypeId, places)
    if (inUse) return inUse
  }
  if (taxRateId !== undefined) await setTaxRate(tx, ticketTypeId, taxRateId)
  if (ticketClass !== undefined) await setClass(tx, ticketTypeId, ticketClass)
  if (isEmpty(change)) return granted(null)
  await tx
    .updateTable('ticket_types')
    .set({
      name: typographic(change.name),
      fee_set_id: change.feeSetId,
      description: typographic(change.description),
      display_price: change.displayPrice,
      ...columnsOf(change),
    })
    .where('id', '=', ticketTypeId)
    .execute()
  return granted(null)
}

/** Locks the event of a type before the type, as everybody does who changes what an event sells. */
const lockEventOf = (tx: TenantTx, typeId: string) =>
  sql`select from events where id = (select event_id from ticket_types where id = ${typeId})
    for no key update`.execute(tx)

/**
 * Gives the counters of a type another number of places, behind the lock of all stock of its event.
 * Refused once a ticket of it was held, also if it was released or refunded since: a payment may still
 * arrive for it, and its buyer has read how many people it admits.
 */
async function givePlaces(
  tx: TenantTx,
  eventId: string,
  typeId: string,
  places: number,
): Promise<Refused<'places_in_use'> | null> {
  await lockStockOf(tx, eventId)
  const ofType = sql`l.session_id = any(array(select id from sessions where event_id = ${eventId}))
    and l.ticket_type_id = ${typeId}`
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from stock_ledger_sums l where ${ofType})
      or exists (select from stock_ledger l where ${ofType}) as "isUsed"`.execute(tx)
  if (rows[0]?.isUsed) return PLACES_IN_USE
  await sql`
    update stock k set places = ${places}
    where k.session_id = any(array(select id from sessions where event_id = ${eventId}))
      and k.pool_id = ${typeId}`.execute(tx)
  return null
}

const PLACES_IN_USE = refused(
  'places_in_use',
  'Tickets of this type were held or sold, so how many people one admits stays as it is. Nothing was changed. Archive this type and make another one.',
)

export interface SessionPrice {
  sessionId: string
  ticketTypeId: string
  /** Minor units, 0 is free. Null: it has no price yet, so it is not on sale in this session. */
  priceMinor: number | null
}

/**
 * Sets the prices of types in sessions of their event: all or none. A type with a price of its own
 * cannot have one by session.
 */
export async function setSessionPrices(
  tx: TenantTx,
  tenantId: number,
  prices: readonly SessionPrice[],
): Promise<Result<null, 'ticket_type_not_found'>> {
  if (prices.length === 0) return granted(null)
  const rows = sql`unnest(${prices.map((price) => price.sessionId)}::uuid[],
    ${prices.map((price) => price.ticketTypeId)}::uuid[],
    ${prices.map((price) => price.priceMinor)}::integer[]) as p(session_id, ticket_type_id, minor)`
  const { rows: misfits } = await sql`
    select 1 from ${rows} where not exists (
      select from sessions s join ticket_types t
        on t.tenant_id = s.tenant_id and t.event_id = s.event_id and t.pricing_mode = 'dynamic'
      where s.id = p.session_id and t.id = p.ticket_type_id) limit 1`.execute(tx)
  if (misfits.length > 0) return NOT_PRICED_BY_SESSION
  await sql`
    insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
    select ${tenantId}, session_id, ticket_type_id, minor from ${rows} where minor is not null
    on conflict (tenant_id, session_id, ticket_type_id)
      do update set price_minor = excluded.price_minor`.execute(tx)
  await sql`
    delete from session_prices o using ${rows} where p.minor is null
      and o.session_id = p.session_id and o.ticket_type_id = p.ticket_type_id`.execute(tx)
  return granted(null)
}

export const NOT_PRICED_BY_SESSION = refused(
  'ticket_type_not_found',
  'A price names a ticket type that is not priced by session, or not of the event of the session. Nothing was changed.',
)

const TICKET_TYPE_NOT_FOUND = refused('ticket_type_not_found', 'This ticket type does not exist.')

const columnsOf = ({
  position,
  maxQuantity,
  places,
  isArchived,
  price,
}: Partial<TicketTypeDetails>) => ({
  position,
  max_quantity: maxQuantity,
  places,
  is_archived: isArchived,
  ...(price === 'per session' ? { pricing_mode: 'dynamic' as const } : {}),
  ...(typeof price === 'object'
    ? { pricing_mode: 'fixed' as const, price_minor: price.minor }
    : {}),
})
