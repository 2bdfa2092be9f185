import { fillTexts } from '@foyer/testkit/stored-texts'
import { expect, type Page } from '@playwright/test'
import { COLUMNS } from '../../apps/server/src/privacy/columns.ts'
import { eventOf, officeCall } from './office.ts'
import { holdByCall, payByCall } from './pay-by-call.ts'
import type { BuiltEvent, World } from './world.ts'

export const MARKUP = '</script><script>hasRun=1</script><img src=x onerror="hasRun=1">'
/** No longer than a name may be. The end is a link in Markdown. */
export const TEXT = `Markup ${MARKUP}[x](javascript:hasRun=1)`
/** What the buyer of more than five tickets reads. */
export const REFUSAL = `Groups call us. ${TEXT}`
/** No longer than a code or a tag may be. */
const SHORT = '<img src=x onerror=hasRun=1>'

/** Columns that have to be among those that took the text, so that a test cannot pass empty. */
const WELL_KNOWN = [
  'add_ons.name',
  'checkout_rules.description',
  'checkout_rules.name',
  'coupon_groups.description',
  'coupon_groups.name',
  'event_facts.story',
  'event_sales.pause_note',
  'events.description',
  'events.important_information',
  'events.name',
  'fee_sets.name',
  'order_consents.marketing_text',
  'session_messages.body',
  'session_messages.subject',
  'sessions.display_name',
  'tax_rates.name',
  'tenant_pages.body',
  'tenants.footer_text',
  'tenants.important_information',
  'tenants.marketing_text',
  'tenants.name',
  'tenants.tagline',
  'terms_versions.body',
  'terms_versions.title',
  'ticket_groups.name',
  'ticket_types.description',
  'venue_facts.getting_there',
  'venue_rooms.name',
  'venues.name',
]

export type MarkupShop = Awaited<ReturnType<typeof fillShop>>

/** Fills the shop of an organizer with one of everything, and every text of it with markup. */
export async function fillShop(page: Page, world: World, slug: string) {
  const event = await eventOf(world, slug, {
    fee: { flatMinor: 100 },
    tax: { ratePpm: 190_000, isInclusive: false },
    addOns: [{ priceMinor: 500 }],
    waiver: 'Please sign.',
    sessions: 2,
  })
  const open = await eventOf(world, slug, {})
  const campaign = await addCampaign(page, slug)
  const sales = await sell(page, slug, event)
  await describe(world, event)
  await writeAbout(world, event, sales.orderId)
  const filled = await fillTexts((text, values) => world.sql(text, values), COLUMNS, {
    tenantId: event.tenantId,
    text: TEXT,
    short: SHORT,
  })
  expect(filled).toEqual(expect.arrayContaining(WELL_KNOWN))
  return { event, open, ...campaign, ...sales }
}

/** A group, a code, and a rule of each kind, through the calls of the back office. */
async function addCampaign(page: Page, slug: string) {
  const names = { name: TEXT, description: TEXT }
  const group = await officeCall(page, slug, 'createCouponGroup', names)
  const groupId = String(group.id)
  await officeCall(page, slug, 'createCouponCode', { groupId, code: SHORT, usageLimit: 5 })
  const when = (operator: string, value: number) => ({
    rules: [
      { field: 'quantity', operator, value },
      { field: 'eventName', operator: '!=', value: TEXT.slice(1) },
    ],
  })
  const off = {
    type: 'discount',
    discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: 10 }],
  }
  const automatic = { ...names, triggerType: 'automatic' }
  const ofGroup = { ...names, triggerType: 'coupon_group', couponGroupId: groupId }
  const block = { type: 'block', message: REFUSAL }
  const ruleOf = (rule: object) => officeCall(page, slug, 'createCheckoutRule', rule)
  await ruleOf({ ...automatic, conditions: when('>=', 2), action: off })
  await ruleOf({ ...automatic, conditions: when('>', 5), action: block })
  const rule = await ruleOf({ ...ofGroup, conditions: when('>=', 2), action: off })
  return { groupId, ruleId: String(rule.id) }
}

/** An order with the code, and a cart that is still held. */
async function sell(page: Page, slug: string, event: BuiltEvent) {
  const base = `/${slug}`
  const hold = async () => {
    const cartId = await holdByCall(page.request, event, 2, undefined, base)
    const path = `${base}/api/checkout/carts/${cartId}/coupon`
    const applied = await page.request.post(path, { data: { code: SHORT } })
    expect(applied.status()).toBe(200)
    return cartId
  }
  const orderId = await payByCall(page.request, await hold(), base)
  return { orderId, cartId: await hold() }
}

/** What the pages of an event and of a venue say, and the organizer's own pages. */
async function describe(world: World, { tenantId, eventId }: BuiltEvent): Promise<void> {
  await world.sql(
    `insert into event_facts
       (tenant_id, event_id, doors_minutes, minimum_age, age_note, access_notes, line_up, story)
     select tenant_id, id, 30, 18, 'x', array['x'],
       jsonb_build_array(jsonb_build_object('name', $2::text, 'role', $2::text, 'time', '19:00')), 'x'
     from events where id = $1`,
    [eventId, TEXT],
  )
  await world.sql(
    `insert into venue_facts (tenant_id, venue_id, description, getting_there, access_notes)
     select tenant_id, venue_id, 'x', array['x'], array['x'] from events where id = $1`,
    [eventId],
  )
  await world.sql(
    `with room as (
       insert into venue_rooms (tenant_id, id, venue_id, name, capacity)
       select tenant_id, gen_random_uuid(), venue_id, 'x', 300 from events where id = $1
       returning tenant_id, id)
     insert into session_venue_rooms (tenant_id, session_id, room_id)
     select r.tenant_id, s.id, r.id
     from room r join sessions s on s.tenant_id = r.tenant_id and s.event_id = $1`,
    [eventId],
  )
  await world.sql(
    `insert into event_sales (tenant_id, event_id, paused_at, pause_note)
     select tenant_id, id, now(), 'x' from events where id = $1`,
    [eventId],
  )
  await world.sql(
    `insert into tenant_pages (tenant_id, slug, title, body) values ($1, 'about', 'x', 'x')`,
    [tenantId],
  )
  await world.sql(
    `insert into terms_versions (tenant_id, version, title, body) values ($1, 1, 'x', 'x')`,
    [tenantId],
  )
  await world.sql(
    `update tenants set terms_version = 1, marketing_text = 'x', asks_marketing = true,
       changed_at = clock_timestamp() where tenant_id = $1`,
    [tenantId],
  )
}

/** What a buyer typed and agreed to, and what the team wrote about the order. */
async function writeAbout(world: World, event: BuiltEvent, orderId: string): Promise<void> {
  const of = [event.tenantId, orderId]
  await world.sql(
    `update orders set contact = contact || jsonb_build_object('firstName', $3::text,
         'lastName', $3::text, 'phone', $3::text),
       billing_address = billing_address || jsonb_build_object('address', $3::text, 'city', $3::text)
     where tenant_id = $1 and id = $2`,
    [...of, TEXT],
  )
  await world.sql(
    `insert into order_consents (tenant_id, order_id, terms_version, marketing_text, accepted_at)
     values ($1, $2, 1, 'x', now())`,
    of,
  )
  await world.sql(
    `insert into order_notes (tenant_id, id, order_id, person_id, note)
     select $1, gen_random_uuid(), $2, person_id, $3 from staff_members where tenant_id = $1`,
    [...of, TEXT],
  )
  await world.sql(`insert into order_tags (tenant_id, order_id, tag) values ($1, $2, $3)`, [
    ...of,
    SHORT,
  ])
  await world.sql(
    `insert into complimentary_orders (tenant_id, order_id, person_id, reason, note)
     select $1, $2, person_id, 'press', $3 from staff_members where tenant_id = $1`,
    [...of, TEXT],
  )
  await world.sql(
    `insert into session_messages
       (tenant_id, id, session_id, person_id, subject, body, mail_ids)
     select $1, gen_random_uuid(), $2, person_id, 'x', 'x', '{}' from staff_members
     where tenant_id = $1`,
    [event.tenantId, event.sessionId],
  )
}
