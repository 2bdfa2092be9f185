import type { OfficeTickets, Result } from '@foyer/contract'
import { granted } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { withVersion } from '../../../engine/versions.ts'
import type { TicketOrder } from '../editing/edit-groups.ts'

/** What is read of a part, before it has its version. */
type Unversioned<T> = Omit<T, 'version'>
interface TicketsRow {
  currency: string
  groups: Unversioned<OfficeTickets['groups'][number]>[]
  types: Unversioned<OfficeTickets['types'][number]>[]
  addOns: Unversioned<OfficeTickets['addOns'][number]>[]
}

/** Groups, types and add-ons of an event, archived ones last; refuses an unknown event. */
export async function viewTickets(
  tx: TenantTx,
  eventId: string,
): Promise<Result<OfficeTickets, 'event_not_found'>> {
  const { rows } = await sql<TicketsRow>`
    select e.currency,
      coalesce((select json_agg(json_build_object('id', g.id, 'details', json_build_object(
          'name', g.name, 'description', coalesce(g.description, ''), 'capacity', g.capacity, 'isArchived', g.is_archived))
          order by g.is_archived, g.position, g.name, g.id)
        from ticket_groups g where g.event_id = e.id), '[]') as groups,
      coalesce((select json_agg(json_build_object('id', t.id, 'groupId', t.group_id,
          'pictureHash', t.picture_hash, 'details', json_build_object(
          'name', t.name, 'description', coalesce(t.description, ''),
          'priceMinor', case t.pricing_mode when 'fixed' then t.price_minor end,
          'maxQuantity', t.max_quantity, 'displayPrice', coalesce(t.display_price, ''),
          'feeSetId', t.fee_set_id, 'taxRateId', x.tax_rate_id,
          'ticketClass', c.class, 'places', t.places,
          'isArchived', t.is_archived))
          order by t.is_archived, t.position, t.id)
        from ticket_types t
        left join ticket_type_taxes x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
        left join ticket_type_classes c on c.tenant_id = t.tenant_id and c.ticket_type_id = t.id
        where t.event_id = e.id), '[]') as types,
      coalesce((select json_agg(json_build_object('id', a.id, 'capacity', k.capacity,
          'sold', coalesce(k.sold, 0), 'details', json_build_object(
          'name', a.name, 'description', coalesce(a.description, ''),
          'priceMinor', a.price_minor, 'maxQuantity', a.max_quantity,
          'feeSetId', a.fee_set_id, 'taxRateId', a.tax_rate_id, 'isArchived', a.is_archived))
          order by a.is_archived, a.position, a.id)
        from add_ons a
        left join stock k on k.tenant_id = a.tenant_id and k.session_id = a.id and k.pool_id = a.id
        where a.event_id = e.id), '[]') as "addOns"
    from events e where e.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) return EVENT_NOT_FOUND
  const { version: orderVersion } = withVersion(orderOf(row))
  return granted({
    eventId,
    currency: row.currency,
    groups: row.groups.map(versioned),
    types: row.types.map(versioned),
    addOns: row.addOns.map(versioned),
    orderVersion,
  })
}

const versioned = <Part extends { details: object }>(part: Part): Part & { version: string } => ({
  ...part,
  version: withVersion(part.details).version,
})

/** The order of what is not archived. */
export const orderOf = ({
  groups,
  types,
  addOns,
}: Pick<TicketsRow, 'groups' | 'types' | 'addOns'>): TicketOrder => ({
  groups: groups
    .filter(({ details }) => !details.isArchived)
    .map(({ id }) => ({
      id,
      typeIds: types
        .filter(({ groupId, details }) => groupId === id && !details.isArchived)
        .map((type) => type.id),
    })),
  addOnIds: addOns.filter(({ details }) => !details.isArchived).map(({ id }) => id),
})
