import {
  CARDS,
  confirmCard,
  createIntent,
  inTenant,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { member } from './support/staff.ts'

const server = serverForTests({ jobs: false, isOneAddressMany: true })

/** An organizer of its own, with somebody of its team. */
async function organizer() {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const { browser } = await member(server, 'owner', tenantId)
  const send = (method: string, path: string, body?: unknown) =>
    browser.send(method, path, body, { 'x-brand-path': slug })
  const group = async (name = 'Spring') => {
    const { body } = await send('POST', '/api/createCouponGroup', { name })
    return body
  }
  const code = async (groupId: string, text: string, usageLimit = 1) => {
    const sent = { groupId, code: text, usageLimit }
    return (await send('POST', '/api/createCouponCode', sent)).body
  }
  return { tenantId, slug, send, group, code }
}

const fieldsOf = ({ body }: { body: { details?: { fields: unknown } } }) => body.details?.fields

/** The ids that a list has on all its pages. */
async function idsOfPages(
  send: Awaited<ReturnType<typeof organizer>>['send'],
  path: string,
  list: 'groups' | 'codes',
): Promise<string[]> {
  const ids: string[] = []
  let after = ''
  do {
    const { body } = await send('GET', path + after)
    ids.push(...body[list].map(({ id }: { id: string }) => id))
    after = body.next ? `&after=${encodeURIComponent(body.next)}` : ''
  } while (after)
  return ids
}

describe('coupon groups', () => {
  test('are created with the defaults of the specification, listed, changed and switched off', async () => {
    const { send } = await organizer()
    const created = await send('POST', '/api/createCouponGroup', { name: '  Spring ' })
    expect([created.status, created.body]).toEqual([
      201,
      expect.objectContaining({
        name: 'Spring',
        description: '',
        isActive: true,
        codeCount: 0,
        usageCount: 0,
        ruleCount: 0,
      }),
    ])
    const { id, version } = created.body
    const body = { name: 'Summer', description: 'Newsletter', isActive: false, version }
    const changed = await send('PUT', `/api/admin/coupon-groups/${id}`, body)
    expect([changed.status, changed.body]).toMatchObject([200, { name: 'Summer', isActive: false }])
    const again = await send('PUT', `/api/admin/coupon-groups/${id}`, body)
    expect([again.status, again.body.code]).toEqual([409, 'changed_meanwhile'])
    const { body: listed } = await send('GET', '/api/getCouponGroups?q=newsl')
    expect(listed).toMatchObject({ groups: [{ id, name: 'Summer' }], next: null })
    const { body: log } = await send('GET', '/api/admin/audit-log')
    expect(log.entries).toMatchObject([
      {
        actionType: 'coupon_group.changed',
        metadata: { before: { name: 'Spring' }, after: { name: 'Summer' } },
      },
      { actionType: 'coupon_group.created' },
    ])
  })

  test('have pages in each order, with every group once', async () => {
    const { tenantId, send } = await organizer()
    await inTenant(server.foyer.context.db, tenantId, (client) =>
      client.query(
        `insert into coupon_groups (tenant_id, id, name)
         select $1, gen_random_uuid(), 'Group ' || n from generate_series(1, 120) n`,
        [tenantId],
      ),
    )
    for (const order of ['', '&sort=name', '&sort=name&isDescending=true', '&isDescending=false']) {
      const ids = await idsOfPages(send, `/api/getCouponGroups?${order}`, 'groups')
      expect([ids.length, new Set(ids).size]).toEqual([120, 120])
    }
    const foreign = await send('GET', '/api/getCouponGroups?after=nonsense')
    expect([foreign.status, fieldsOf(foreign)]).toMatchObject([400, [{ field: 'query.after' }]])
  })
})

describe('coupon codes', () => {
  test('can be used once unless it is said otherwise, and are listed by group, text and uses', async () => {
    const { send, group, code } = await organizer()
    const [one, other] = [await group('One'), await group('Other')]
    const created = await send('POST', '/api/createCouponCode', {
      groupId: one.id,
      code: ' HELLO ',
    })
    expect([created.status, created.body]).toMatchObject([
      201,
      {
        code: 'HELLO',
        groupId: one.id,
        groupName: 'One',
        usageLimit: 1,
        usageCount: 0,
        heldCount: 0,
        isActive: true,
      },
    ])
    await code(other.id, 'Goodbye', 20)
    const codesOf = async (query: string) => {
      const { body } = await send('GET', `/api/getCouponCodes?${query}`)
      return body.codes.map((each: { code: string }) => each.code)
    }
    expect(await codesOf('')).toEqual(['Goodbye', 'HELLO'])
    expect(await codesOf('sort=code&isDescending=true')).toEqual(['HELLO', 'Goodbye'])
    expect(await codesOf('sort=usageCount')).toHaveLength(2)
    expect(await codesOf('q=hell')).toEqual(['HELLO'])
    expect(await codesOf('q=%25')).toEqual([])
    expect(await codesOf(`groupId=${other.id}`)).toEqual(['Goodbye'])
    const { body: groups } = await send('GET', '/api/getCouponGroups?q=other')
    expect(groups.groups).toMatchObject([{ codeCount: 1 }])
  })

  test('have pages in each order, with every code once, the newest first', async () => {
    const { send, group, code } = await organizer()
    const { id: groupId } = await group()
    const many = { groupId, count: 118, prefix: '' }
    await send('POST', '/api/admin/coupon-codes/bulk', many)
    const [older, newest] = [await code(groupId, 'OLDER'), await code(groupId, 'NEWEST')]
    for (const order of ['', 'sort=code', 'sort=usageCount', 'isDescending=false']) {
      const ids = await idsOfPages(send, `/api/getCouponCodes?${order}`, 'codes')
      expect([ids.length, new Set(ids).size]).toEqual([120, 120])
      if (order === '') expect(ids.slice(0, 2)).toEqual([newest.id, older.id])
      if (order === 'isDescending=false') expect(ids.slice(-2)).toEqual([older.id, newest.id])
    }
  })

  test('that exist are refused, in upper and lower case, also to two people at a time', async () => {
    const { send, group, code } = await organizer()
    const { id: groupId } = await group()
    await code(groupId, 'HELLO')
    const again = await send('POST', '/api/createCouponCode', { groupId, code: 'hello' })
    expect([again.status, again.body.code]).toEqual([409, 'coupon_code_taken'])
    const both = await Promise.all(
      ['Twice', 'TWICE'].map((text) =>
        send('POST', '/api/createCouponCode', { groupId, code: text }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const elsewhere = await organizer()
    const { id } = await elsewhere.group()
    expect(await elsewhere.code(id, 'HELLO')).toMatchObject({ code: 'HELLO' })
  })

  test('of text in place of numbers, of no group, too long or empty are refused at their field', async () => {
    const { send, group } = await organizer()
    const { id: groupId } = await group()
    const refusals = [
      [{ usageLimit: '5' }, 'usageLimit'],
      [{ usageLimit: 0 }, 'usageLimit'],
      [{ usageLimit: 1.5 }, 'usageLimit'],
      [{ code: '   ' }, 'code'],
      [{ code: 'X'.repeat(65) }, 'code'],
      [{ code: 'A\u0000B' }, 'code'],
      [{ groupId: 'spring' }, 'groupId'],
    ] as const
    for (const [part, field] of refusals) {
      const answer = await send('POST', '/api/createCouponCode', { groupId, code: 'OK', ...part })
      expect([answer.status, fieldsOf(answer)]).toMatchObject([400, [{ field }]])
    }
    const gone = { groupId: crypto.randomUUID(), code: 'OK' }
    const answer = await send('POST', '/api/createCouponCode', gone)
    expect([answer.status, answer.body.code]).toEqual([404, 'coupon_group_not_found'])
  })

  test('are counted as held, then as used, and keep at least the uses that they have', async () => {
    const owner = await member(server, 'owner')
    const event = await server.build.event()
    const coupon = await server.build.coupon({ limit: 3 })
    const codeNow = async () => {
      const { body } = await owner.browser.send('GET', `/api/getCouponCodes?q=${coupon.code}`)
      return body.codes[0]
    }
    const holding = async () => {
      const browser = server.browser()
      await holdCartOf(browser, event)
      await browser.send('POST', '/api/checkout/carts/12345/coupon', { code: coupon.code })
      return browser
    }
    const [buyer] = [await holding(), await holding()]
    expect(await codeNow()).toMatchObject({ usageCount: 0, heldCount: 2 })
    const { body: intent } = await createIntent(buyer)
    await confirmCard(buyer, intent, CARDS.success)
    const paid = orderBody(event, intent.paymentIntentId)
    const ordered = await buyer.send('POST', '/api/checkout/orders', paid)
    expect(ordered.status).toBe(201)
    const { usageCount, heldCount, version } = await codeNow()
    expect([usageCount, heldCount]).toEqual([1, 1])
    const path = `/api/admin/coupon-codes/${coupon.codeId}`
    const low = await owner.browser.send('PUT', path, { usageLimit: 1, isActive: true, version })
    expect([low.status, fieldsOf(low)]).toMatchObject([400, [{ field: 'usageLimit' }]])
    const body = { usageLimit: 2, isActive: false, version }
    const changed = await owner.browser.send('PUT', path, body)
    expect(changed.body).toMatchObject({ usageLimit: 2, usageCount: 1, isActive: false })
    const late = await owner.browser.send('PUT', path, { ...body, usageLimit: 3 })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    const [groups] = (await owner.browser.send('GET', '/api/getCouponGroups')).body.groups
    expect(groups).toMatchObject({ codeCount: 1, usageCount: 1, ruleCount: 1 })
  })
})

describe('many codes', () => {
  test('are all different, begin as wished, and come as a table', async () => {
    const { send, group } = await organizer()
    const { id: groupId } = await group('=HYPERLINK("x")')
    const created = await send('POST', '/api/admin/coupon-codes/bulk', {
      groupId,
      count: 500,
      prefix: 'fan-',
      length: 12,
      usageLimit: 2,
    })
    expect(created.status).toBe(201)
    const { name, heads, rows } = created.body.table
    expect([name, rows.length]).toEqual(['coupon-codes-500', 500])
    expect(heads).toEqual(['code', 'group', 'uses'])
    const codes = rows.map(([code]: string[]) => code)
    expect(new Set(codes).size).toBe(500)
    for (const code of codes) expect(code).toMatch(/^FAN-[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(rows[0].slice(1)).toEqual(['=HYPERLINK("x")', 2])
    const { body } = await send('GET', `/api/getCouponCodes?groupId=${groupId}`)
    expect([body.codes.length, body.codes[0].usageLimit]).toEqual([50, 2])
    const { body: log } = await send('GET', '/api/admin/audit-log')
    expect(log.entries[0]).toMatchObject({
      actionType: 'coupon_codes.created',
      metadata: { after: { codes: 500, prefix: 'FAN-' } },
    })
  })

  test('of a group are exported again with their uses by those who may see coupons', async () => {
    const { tenantId, slug, send, group, code } = await organizer()
    const [one, other] = [await group('One'), await group('Other')]
    await code(one.id, '+CMD')
    await code(other.id, 'OTHER')
    const path = `/api/admin/exports?kind=coupon_codes&groupId=${one.id}`
    const { body } = await send('GET', path)
    expect(body.rows).toEqual([['+CMD', 'One', 1, true, 0]])
    const gate = await member(server, 'gate', tenantId)
    const brand = { 'x-brand-path': slug }
    const refusal = await gate.browser.send('GET', path, undefined, brand)
    expect([refusal.status, refusal.body.code]).toEqual([403, 'not_permitted'])
  })

  test('are refused at the field that does not fit', async () => {
    const { send, group } = await organizer()
    const { id: groupId } = await group()
    const valid = { groupId, count: 2, prefix: '', length: 10, usageLimit: 1 }
    for (const [part, field] of [
      [{ count: 10_001 }, 'count'],
      [{ count: '10' }, 'count'],
      [{ length: 4 }, 'length'],
      [{ prefix: '=1' }, 'prefix'],
    ] as const) {
      const answer = await send('POST', '/api/admin/coupon-codes/bulk', { ...valid, ...part })
      expect([answer.status, fieldsOf(answer)]).toMatchObject([400, [{ field }]])
    }
  })
})

describe('tenant isolation', () => {
  test('groups and codes of another organizer are unknown', async () => {
    const [one, other] = [await organizer(), await organizer()]
    const { id: groupId, version } = await one.group()
    const created = await one.code(groupId, 'MINE')
    const details = { name: 'Theirs', description: '', isActive: true, version }
    const limits = { usageLimit: 5, isActive: true, version: created.version }
    const many = { groupId, count: 1, prefix: '' }
    const answers = [
      await other.send('PUT', `/api/admin/coupon-groups/${groupId}`, details),
      await other.send('PUT', `/api/admin/coupon-codes/${created.id}`, limits),
      await other.send('POST', '/api/createCouponCode', { groupId, code: 'THEIRS' }),
      await other.send('POST', '/api/admin/coupon-codes/bulk', many),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await other.send('GET', '/api/getCouponGroups')).body.groups).toEqual([])
    expect((await other.send('GET', `/api/getCouponCodes?groupId=${groupId}`)).body.codes).toEqual(
      [],
    )
  })
})

test.each([
  ['POST', '/api/createCouponGroup'],
  ['POST', '/api/createCouponCode'],
  ['POST', '/api/createCheckoutRule'],
  ['PUT', '/api/platform/operator/configuration/colour'],
])('%s %s asks who calls before it names a field', async (method, path) => {
  const stranger = await server.browser().send(method, path, {})
  expect([stranger.status, stranger.body.code]).toEqual([401, 'not_signed_in'])
  expect(JSON.stringify(stranger.body)).not.toContain('fields')
  const clerk = await member(server, 'gate')
  const refused = await clerk.browser.send(method, path, {})
  expect([refused.status, refused.body.code]).toEqual([403, 'not_permitted'])
})
