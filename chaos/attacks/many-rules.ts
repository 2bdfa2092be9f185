import { RULE_LIMITS } from '@foyer/contract'
import type { Discount, RuleCondition } from '@foyer/domain'
import type { Attack, Site } from './harness/attack.ts'
import { openOffice } from './harness/offices.ts'
import { bytesOf, flood } from './harness/raw.ts'

/** As many as a shop may have active, and as many as it may have in all. */
const [MOST, BEFORE] = [100, 2000]

/** Rules that combine, which every quote of the shop has to judge. */
export const manyRules: Attack = {
  kind: 'many-rules',
  name: `quotes of a shop with ${MOST} checkout rules, 20 a second`,
  by: 'organizer',
  showsAs: ['health', 'latency'],
  control: {
    without: `the limit of ${MOST} rules: the shop has ${BEFORE}`,
    prepare: (site, { eventId = '' }) => addRules(site, eventId, BEFORE - MOST),
  },
  async prepare(site) {
    const { tenantId, headers } = await openOffice(site)
    const event = await site.build.event({ tenantId, capacity: null })
    await addRules(site, event.eventId, MOST)
    const { eventId, sessionId, typeId } = event
    return { brand: headers['x-brand-path'] ?? '', eventId, sessionId, typeId }
  },
  attack({ url, prepared: { brand = '', eventId, sessionId, typeId } }, tally, signal) {
    const body = { eventId, sessionId, tickets: [{ ticketTypeId: typeId, quantity: 2 }] }
    const bytes = bytesOf('POST', '/api/quote', { body, headers: { 'x-brand-path': brand } })
    return flood(
      { url, connections: 20, perSecond: 20, depth: 1, request: () => bytes },
      tally,
      signal,
    )
  },
}

const rules: readonly RuleCondition[] = Array.from({ length: RULE_LIMITS.conditions }, () => ({
  ...{ field: 'eventName', operator: 'contains', value: '' },
}))
const DISCOUNT: Discount = { ticketTypeId: 'all', discountType: 'fixed', amountMinor: 1 }
const ACTION = { type: 'discount', discounts: [DISCOUNT] }

/** Writes rules past the limit of the database, as they were before there was one. */
async function addRules({ sql }: Pick<Site, 'sql'>, eventId: string, count: number): Promise<void> {
  await sql('alter table checkout_rules disable trigger user')
  await sql(
    `insert into checkout_rules (tenant_id, id, name, trigger_type, priority, conditions, action, combines,
       is_active, applies_to_all_events)
     select tenant_id, gen_random_uuid(), 'Off', 'automatic', 0,
       $3, $4, true, true, true
     from events cross join generate_series(1, $2) where id = $1`,
    [eventId, count, JSON.stringify({ type: 'and', rules }), JSON.stringify(ACTION)],
  )
  await sql('alter table checkout_rules enable trigger user')
}
