import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import Papa from 'papaparse'
import { beforeAll, describe, expect, test } from 'vitest'
import { atDesk } from './support/desk.ts'
import { member, type TestPerson } from './support/staff.ts'

/** Orders of the desk's list as a CSV file, in parts. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const MANY = 4100
let manager: TestPerson
let event: BuiltEvent

interface Part {
  text: string
  rows: number
  orders: number
  next: string | null
}

const partOf = async (body: object, by = manager) => atDesk(by, 'POST', '/exports/orders', body)

/** All parts, one after the other. */
async function exported(filters: object): Promise<Part[]> {
  const parts: Part[] = []
  let body = filters
  for (;;) {
    const answer = await partOf(body)
    expect(answer.status).toBe(200)
    parts.push(answer.body)
    if (!answer.body.next) return parts
    body = { next: answer.body.next }
  }
}

const rowsOf = (parts: readonly Part[]) =>
  Papa.parse<Record<string, string>>(
    parts
      .map(({ text }) => text)
      .join('')
      .replace(/^\uFEFF/, ''),
    { header: true, skipEmptyLines: true },
  ).data

const entries = () =>
  server.sql<{ person_id: string; after: Record<string, unknown> }>(
    `select person_id, after from audit_log where action_type = 'orders.exported' order by id`,
  )

beforeAll(async () => {
  manager = await member(server, 'manager')
  event = await server.build.event({})
  await server.sql(
    `insert into orders (tenant_id, id, browser_id, cart_id, cart_number, event_id, session_id, email,
       contact, billing_address, quote, total_minor, status)
     select $1::integer, uuidv7(- make_interval(secs => $4 - n)), gen_random_uuid(), gen_random_uuid(),
       '12345', $2, $3, 'buyer' || n || '@example.com',
       jsonb_build_object('firstName', 'Buyer', 'lastName', 'No' || n, 'phone', ''), '{}',
       '{"currency": "usd", "totalMinor": 3375, "ticketCount": 1, "lines": []}', 3375,
       case when n % 2 = 0 then 'REFUNDED' else 'PAID' end
     from generate_series(1, $4::integer) n`,
    [event.tenantId, event.eventId, event.sessionId, MANY],
  )
})

describe('an export of thousands of orders', () => {
  test('comes in parts that are one file, with each order once, the newest first', async () => {
    const parts = await exported({})
    expect(parts.map(({ rows }) => rows)).toEqual([2000, 2000, 100])
    expect(parts.map(({ orders }) => orders)).toEqual([MANY, MANY, MANY])
    const rows = rowsOf(parts)
    expect(rows).toHaveLength(MANY)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY)
    expect(rows[0]).toMatchObject({ name: `Buyer No${MANY}`, total: '33.75', currency: 'usd' })
    expect(rows.at(-1)).toMatchObject({ email: 'buyer1@example.com', state: 'PAID' })
  })

  test('is one entry of the log, with how many orders and by whom', async () => {
    const before = (await entries()).length
    await exported({})
    const added = (await entries()).slice(before)
    expect(added).toEqual([{ person_id: manager.id, after: { orders: MANY } }])
  })

  test('is not changed by an order that is made meanwhile', async () => {
    const first: Part = (await partOf({})).body
    const { body } = await buy(server.browser(), event)
    const second: Part = (await partOf({ next: first.next })).body
    const ids = rowsOf([first, second]).map(({ id }) => id)
    expect(new Set(ids).size).toBe(4000)
    expect(ids).not.toContain(body.orderId)
    await server.sql('update orders set erased_at = now() where id = $1', [body.orderId])
  })
})

describe('the search and the filters of the list', () => {
  test('are those of the export in each of its parts', async () => {
    const parts = await exported({ state: 'REFUNDED', eventId: event.eventId })
    expect(parts.map(({ rows }) => rows)).toEqual([2000, 50])
    expect(new Set(rowsOf(parts).map(({ state }) => state))).toEqual(new Set(['REFUNDED']))
    expect(rowsOf(await exported({ q: 'buyer7@example.com' }))).toMatchObject([
      { name: 'Buyer No7' },
    ])
    const none = await exported({ q: 'nobody of this name' })
    expect(none).toMatchObject([{ rows: 0, orders: 0, next: null }])
    expect(none[0]?.text).toMatch(/^\uFEFFid,number,created,/)
  })

  test('are in the log, without what was searched for', async () => {
    const before = (await entries()).length
    await exported({ q: 'buyer7@example.com', state: 'PAID', date: event.date })
    const [entry] = (await entries()).slice(before)
    expect(entry?.after).toEqual({ orders: 0, search: true, state: 'PAID', date: event.date })
  })
})

describe('a further part', () => {
  test('is refused to everybody but the person who began, and with anything but what leads to it', async () => {
    const { next }: Part = (await partOf({})).body
    const other = await member(server, 'owner')
    const before = (await entries()).length
    const wrong = [
      await partOf({ next }, other),
      await partOf({ next: `${next}A` }),
      await partOf({ next: '' }),
      await partOf({ next: 'x'.repeat(2001) }),
    ]
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(
      wrong.map(() => [400, 'validation_failed']),
    )
    expect(await entries()).toHaveLength(before)
  })
})

test('only who may export buyers exports orders, and nothing is logged for anybody else', async () => {
  const clerk = await member(server, 'box_office')
  const before = (await entries()).length
  expect((await partOf({}, clerk)).body.code).toBe('not_permitted')
  expect(await entries()).toHaveLength(before)
})
