import { buy, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { member } from './support/staff.ts'

const server = serverForTests({ jobs: false, isOneAddressMany: true })

/** An organizer of its own with its owner, and a coupon group. */
async function organizer() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const { browser } = await member(server, 'owner', tenantId)
  const send = (method: string, path: string, body?: unknown) =>
    browser.send(method, path, body, { 'x-brand-path': slug })
  const group = await send('POST', '/api/createCouponGroup', { name: 'Spring' })
  return { tenantId, send, groupId: String(group.body.id) }
}

const RULE = {
  name: 'Groups of ten',
  triggerType: 'automatic',
  conditions: { rules: [{ field: 'quantity', operator: '>=', value: '10' }] },
  action: {
    type: 'discount',
    discounts: [
      { ticketTypeId: 'all', discountType: 'percentage', value: '12.5' },
      { ticketTypeId: 'vip', discountType: 'fixed', value: 0 },
      { ticketTypeId: 'general', discountType: 'fixed', value: -3 },
    ],
  },
}

const fieldsOf = ({ body }: { body: { details?: { fields: unknown } } }) => body.details?.fields

describe('checkout rules', () => {
  test('have the defaults of the specification, numbers in place of texts, and no discount of 0 or less', async () => {
    const { send } = await organizer()
    const created = await send('POST', '/api/createCheckoutRule', RULE)
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({
        name: 'Groups of ten',
        description: '',
        triggerType: 'automatic',
        couponGroupId: null,
        groupName: null,
        priority: 0,
        conditions: { type: 'and', rules: [{ field: 'quantity', operator: '>=', value: 10 }] },
        action: {
          type: 'discount',
          discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: 12.5 }],
        },
        combines: false,
        isActive: true,
        applyToAllEvents: true,
        applicableEvents: [],
        validFrom: null,
        validUntil: null,
        usageCount: 0,
        discountMinor: 0,
      }),
    ])
    const { body } = await send('GET', '/api/getCheckoutRules')
    expect(body).toEqual({ rules: [created.body], next: null })
  })

  test('are in the audit log as they are stored, without a discount that was dropped', async () => {
    const { tenantId, send } = await organizer()
    const { body: rule } = await send('POST', '/api/createCheckoutRule', RULE)
    const [entry] = await server.sql<{ after: Record<string, unknown> }>(
      `select after from audit_log where tenant_id = $1 and action_type = 'checkout_rule.created'`,
      [tenantId],
    )
    expect(RULE.action.discounts.length).toBeGreaterThan(rule.action.discounts.length)
    expect(entry?.after.action).toBe(JSON.stringify(rule.action))
  })

  test('are changed and switched off, each with an entry in the audit log, and not over the change of another', async () => {
    const { tenantId, send, groupId } = await organizer()
    const event = await server.build.event({ tenantId, name: 'Fado' })
    const { body: rule } = await send('POST', '/api/createCheckoutRule', RULE)
    const change = {
      ...RULE,
      name: 'For readers',
      triggerType: 'coupon_group',
      couponGroupId: groupId,
      priority: 5,
      action: {
        type: 'discount',
        discounts: [{ ticketTypeId: event.typeIds[0], discountType: 'fixed', value: 5 }],
      },
      applyToAllEvents: false,
      applicableEvents: [event.eventId],
      // Noon in Lisbon, and in Kathmandu.
      validFrom: '2031-05-01T12:00:00+01:00',
      validUntil: '2031-05-02T12:00:00+05:45',
      isActive: false,
      version: rule.version,
    }
    const path = `/api/admin/checkout-rules/${rule.id}`
    const changed = await send('PUT', path, change)
    expect([changed.status, changed.body]).toMatchObject([
      200,
      {
        groupName: 'Spring',
        isActive: false,
        events: [{ id: event.eventId, name: 'Fado' }],
        ticketTypes: [{ id: event.typeIds[0] }],
        validFrom: '2031-05-01T11:00:00.000Z',
        validUntil: '2031-05-02T06:15:00.000Z',
      },
    ])
    const late = await send('PUT', path, { ...change, name: 'Mine' })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.body.details.current).toMatchObject({ name: 'For readers' })
    const { body: log } = await send('GET', '/api/admin/audit-log')
    expect(log.entries.slice(0, 2)).toMatchObject([
      { actionType: 'checkout_rule.changed', metadata: { after: { isActive: false } } },
      { actionType: 'checkout_rule.created' },
    ])
  })

  test('that block need a message, and take nothing off', async () => {
    const { send } = await organizer()
    const blocking = { ...RULE, action: { type: 'block', message: 'Ask us for groups.' } }
    const created = await send('POST', '/api/createCheckoutRule', blocking)
    expect(created.body.action).toEqual({ type: 'block', message: 'Ask us for groups.' })
    const silent = { ...RULE, action: { type: 'block', message: '  ' } }
    const refusal = await send('POST', '/api/createCheckoutRule', silent)
    expect([refusal.status, fieldsOf(refusal)]).toMatchObject([400, [{ field: 'action.message' }]])
  })

  const condition = (field: string, operator: string, value: unknown) => ({
    conditions: { type: 'and', rules: [{ field, operator, value }] },
  })
  const discount = (part: Record<string, unknown>) => ({
    action: {
      type: 'discount',
      discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: 10, ...part }],
    },
  })
  test.each([
    ['no value at all', condition('quantity', '>=', ' '), 'conditions.rules'],
    ['an unknown field', condition('weather', '=', 'sun'), 'conditions.rules.0.field'],
    ['an unknown operator', condition('dayOfWeek', '~', 'Monday'), 'conditions.rules.0.operator'],
    ['a text for a number', condition('quantity', '>=', 'ten'), 'conditions.rules.0.value'],
    ['a date of no calendar', condition('date', '=', '2031-02-30'), 'conditions.rules.0.value'],
    ['a priority as text', { priority: '5' }, 'priority'],
    ['no discount above 0', discount({ value: 0 }), 'action.discounts'],
    ['more than everything', discount({ value: 101 }), 'action.discounts.0.value'],
    [
      'a ticket type that is gone',
      discount({ ticketTypeId: crypto.randomUUID() }),
      'action.discounts.0.ticketTypeId',
    ],
    ['a coupon group that is missing', { triggerType: 'coupon_group' }, 'couponGroupId'],
    [
      'a coupon group that is gone',
      { triggerType: 'coupon_group', couponGroupId: crypto.randomUUID() },
      'couponGroupId',
    ],
    ['no event', { applyToAllEvents: false }, 'applicableEvents'],
    [
      'an event that is gone',
      { applyToAllEvents: false, applicableEvents: [crypto.randomUUID()] },
      'applicableEvents.0',
    ],
    [
      'an end before its start in another zone',
      { validFrom: '2031-05-01T12:00:00+02:00', validUntil: '2031-05-01T11:30:00+05:00' },
      'validUntil',
    ],
    ['a date without a zone', { validFrom: '2031-05-01' }, 'validFrom'],
  ])('with %s are refused at their field, with the reason', async (_, part, field) => {
    const { send } = await organizer()
    const refusal = await send('POST', '/api/createCheckoutRule', { ...RULE, ...part })
    expect([refusal.status, fieldsOf(refusal)]).toEqual([
      400,
      [{ field, message: expect.any(String) }],
    ])
    expect((await send('GET', '/api/getCheckoutRules')).body.rules).toEqual([])
  })

  test('with several mistakes are refused with all of them, each at the position that was sent', async () => {
    const { tenantId, send } = await organizer()
    const event = await server.build.event({ tenantId })
    const refusal = await send('POST', '/api/createCheckoutRule', {
      ...RULE,
      conditions: {
        rules: [
          { field: 'quantity', operator: '>=', value: '' },
          { field: 'quantity', operator: '>=', value: 'ten' },
          { field: 'sessionTime', operator: '>', value: '25:00' },
        ],
      },
      ...discount({ value: 'much' }),
      applyToAllEvents: false,
      applicableEvents: [event.eventId, crypto.randomUUID()],
    })
    expect(fieldsOf(refusal)).toEqual([
      { field: 'conditions.rules.1.value', message: 'Enter a whole number, like 4' },
      {
        field: 'conditions.rules.2.value',
        message: 'Enter a time as hours and minutes, like 18:30',
      },
      {
        field: 'action.discounts.0.value',
        message: 'Enter a percentage above 0 and up to 100',
      },
      { field: 'applicableEvents.1', message: 'This event does not exist any more' },
    ])
  })

  test('that are stored without conditions, from before these were asked for, can be changed and switched off', async () => {
    const { tenantId, send } = await organizer()
    const { ruleId } = await server.build.coupon({ tenantId })
    const { body } = await send('GET', '/api/getCheckoutRules')
    const [rule] = body.rules
    expect(rule.conditions.rules).toEqual([])
    const path = `/api/admin/checkout-rules/${ruleId}`
    const off = await send('PUT', path, { ...rule, isActive: false })
    expect([off.status, off.body]).toMatchObject([
      200,
      { isActive: false, conditions: { rules: [] } },
    ])
    const { conditions } = RULE
    const now = await send('PUT', path, { ...off.body, conditions })
    expect(now.body.conditions.rules).toMatchObject([{ value: 10 }])
    const again = await send('PUT', path, { ...now.body, conditions: { rules: [] } })
    expect([again.status, fieldsOf(again)]).toMatchObject([400, [{ field: 'conditions.rules' }]])
  })

  test('without a value say so in the words of the specification', async () => {
    const { send } = await organizer()
    const refusal = await send('POST', '/api/createCheckoutRule', {
      ...RULE,
      conditions: { rules: [] },
    })
    expect(fieldsOf(refusal)).toEqual([
      { field: 'conditions.rules', message: 'At least one condition must have a value' },
    ])
  })

  test('are listed in the order in which they apply, or by name', async () => {
    const { send } = await organizer()
    for (const [name, priority] of [
      ['B', -2],
      ['A', 10],
      ['C', 0],
      ['D', 0],
    ] as const) {
      await send('POST', '/api/createCheckoutRule', { ...RULE, name, priority })
    }
    const namesOf = async (query: string) => {
      const { body } = await send('GET', `/api/getCheckoutRules?${query}`)
      return body.rules.map(({ name }: { name: string }) => name).join('')
    }
    // C is older than D.
    expect(await namesOf('')).toBe('ACDB')
    expect(await namesOf('isDescending=false')).toBe('BDCA')
    expect(await namesOf('sort=name')).toBe('ABCD')
    expect(await namesOf('sort=createdAt')).toBe('DCAB')
    expect(await namesOf('q=a')).toBe('A')
  })
})

test('rules offer the events and ticket types of their organizer alone', async () => {
  const [one, other] = [await organizer(), await organizer()]
  const event = await server.build.event({ tenantId: one.tenantId, name: 'Fado' })
  const { body: events } = await one.send('GET', '/api/getEvents?q=fad')
  expect(events.events).toEqual([
    {
      id: event.eventId,
      name: 'Fado',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      location: 'Test Hall, New York',
    },
  ])
  const { body: types } = await one.send('GET', `/api/getTicketTypes?eventId=${event.eventId}`)
  expect(types.ticketTypes).toMatchObject([
    { id: event.typeIds[0], eventName: 'Fado', class: null },
  ])
  expect((await other.send('GET', '/api/getEvents')).body.events).toEqual([])
  expect((await other.send('GET', '/api/getTicketTypes')).body.ticketTypes).toEqual([])
  const { body: rule } = await one.send('POST', '/api/createCheckoutRule', RULE)
  const stolen = await other.send('PUT', `/api/admin/checkout-rules/${rule.id}`, {
    ...RULE,
    version: rule.version,
  })
  expect([stolen.status, stolen.body.code]).toEqual([404, 'checkout_rule_not_found'])
  const theirs = { ...RULE, applyToAllEvents: false, applicableEvents: [event.eventId] }
  const foreign = await other.send('POST', '/api/createCheckoutRule', theirs)
  expect(fieldsOf(foreign)).toMatchObject([{ field: 'applicableEvents.0' }])
  expect((await other.send('GET', '/api/getCheckoutRules')).body.rules).toEqual([])
})

test('orders are listed the newest first, for those who may find orders', async () => {
  const owner = await member(server, 'owner')
  const event = await server.build.event()
  const bought: string[] = []
  for (const _ of [1, 2]) {
    const browser = server.browser()
    const { body } = await buy(browser, event)
    bought.unshift(body.orderId)
  }
  const { body } = await owner.browser.send('GET', `/api/getOrders?eventId=${event.eventId}`)
  expect(body.orders.map(({ id }: { id: string }) => id)).toEqual(bought)
  expect(body.orders[0]).toMatchObject({ ticketCount: 2, totalAmount: 60, status: 'PAID' })
  const analyst = await member(server, 'analyst')
  const refusal = await analyst.browser.send('GET', '/api/getOrders')
  expect([refusal.status, refusal.body.code]).toEqual([403, 'not_permitted'])
})

describe('warnings', () => {
  test('name active rules that cannot apply or stand behind another one, with the uses of codes as they are', async () => {
    const { send, groupId } = await organizer()
    const rule = async (more: object) => {
      const { status, body } = await send('POST', '/api/createCheckoutRule', { ...RULE, ...more })
      expect(status).toBe(201)
      return String(body.id)
    }
    const warnings = async () => {
      const { body } = await send('GET', '/api/admin/checkout-rules/warnings')
      return body.warnings.map(({ ruleId, code }: Record<string, string>) => [ruleId, code])
    }
    const never = {
      rules: [
        { field: 'quantity', operator: '>', value: 4 },
        { field: 'quantity', operator: '<', value: 3 },
      ],
    }
    const first = await rule({})
    const twin = await rule({ name: 'Younger' })
    const impossible = await rule({ name: 'Impossible', priority: 9, conditions: never })
    await rule({ name: 'Off', priority: 9, conditions: never, isActive: false })
    const ofGroup = { triggerType: 'coupon_group', couponGroupId: groupId }
    const coupon = await rule({ name: 'Readers', ...ofGroup })
    expect(await warnings()).toEqual([
      [impossible, 'contradiction'],
      [twin, 'same_priority'],
      [coupon, 'no_usable_code'],
    ])
    const code = { groupId, code: 'READERS', usageLimit: 1, isActive: true }
    const { body: made } = await send('POST', '/api/createCouponCode', code)
    expect((await warnings()).map(([id]: string[]) => id)).toEqual([impossible, twin])
    await server.sql('update coupon_codes set usage_count = 1 where id = $1', [made.id])
    expect((await warnings()).map(([id]: string[]) => id)).toEqual([impossible, twin, coupon])
    expect(first).not.toBe(twin)
  })
})
