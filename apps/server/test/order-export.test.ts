import type { TableOutput } from '@foyer/contract'
import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { atDesk, refundAtDesk } from './support/desk.ts'
import { member, type TestPerson } from './support/staff.ts'

/** Orders of the desk's list as a table, in parts, and the guests of a session. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const MANY = 4100
let manager: TestPerson
let event: BuiltEvent

interface Part {
  table: TableOutput
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

type Row = Record<string, unknown>
const rowsOfTable = ({ heads, rows }: TableOutput): Row[] =>
  rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at]])))
const rowsOf = (parts: readonly Part[]) => parts.flatMap(({ table }) => rowsOfTable(table))
const lengthsOf = (parts: readonly Part[]) => parts.map(({ table }) => table.rows.length)

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
    expect(lengthsOf(parts)).toEqual([2000, 2000, 100])
    expect(parts.map(({ orders }) => orders)).toEqual([MANY, MANY, MANY])
    const rows = rowsOf(parts)
    expect(rows).toHaveLength(MANY)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY)
    expect(rows[0]).toMatchObject({ name: `Buyer No${MANY}`, total: 33.75, currency: 'usd' })
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
    expect(lengthsOf(parts)).toEqual([2000, 50])
    expect(new Set(rowsOf(parts).map(({ state }) => state))).toEqual(new Set(['REFUNDED']))
    expect(rowsOf(await exported({ q: 'buyer7@example.com' }))).toMatchObject([
      { name: 'Buyer No7' },
    ])
    const none = await exported({ q: 'nobody of this name' })
    expect(none).toMatchObject([{ table: { name: 'orders', rows: [] }, orders: 0, next: null }])
    expect(none[0]?.table.heads.slice(0, 3)).toEqual(['id', 'number', 'state'])
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

describe('a row', () => {
  /** What the desk shows of an order. */
  const shownOf = async (orderId: string) =>
    (await atDesk(manager, 'GET', `/orders/${orderId}`)).body
  const rowOf = async (orderId: string) => rowsOf(await exported({ q: orderId }))[0] ?? {}

  test('has the amounts, codes and times that the desk shows, after a refund of a part as well', async () => {
    const own = await server.build.event({ types: [{ name: 'Adult', priceMinor: 2000 }] })
    const { body } = await buy(server.browser(), own)
    const { orderId } = body
    for (const isRefunded of [false, true]) {
      if (isRefunded) {
        const { view } = await shownOf(orderId)
        const shown = { amountMinor: 100, refundedMinor: view.balance.refundedMinor }
        const wanted = { kind: 'amount' as const, withFees: true, amountMinor: 100 }
        expect((await refundAtDesk(manager, orderId, wanted, shown)).status).toBe(200)
      }
      const { view, payments } = await shownOf(orderId)
      const { quote } = view.order
      const row = await rowOf(orderId)
      const major = (minor: number) => minor / 100
      expect(row).toMatchObject({
        number: view.order.orderNumber,
        email: view.order.email,
        phone: view.order.phone,
        'postal code': view.order.billingAddress.zipCode,
        tickets: quote.lines.map(lineText).join('; '),
        'ticket codes': view.tickets.map(codeOf).join('; '),
        'created (UTC)': view.order.createdAt.slice(0, 16).replace('T', ' '),
        'visit (UTC)': view.session.startTime.slice(0, 16).replace('T', ' '),
        'time zone': view.event.timeZone,
        subtotal: major(quote.subtotalMinor),
        discount: major(quote.discountMinor),
        fees: major(quote.feeMinor),
        total: major(quote.totalMinor),
        paid: major(view.balance.paidMinor),
        refunded: major(view.balance.refundedMinor),
        left: major(view.balance.leftMinor),
        kept: major(view.balance.keptMinor),
        'change fees': major(view.balance.changeFeesMinor),
      })
      expect(row.paid).toBe(major(payments[0].capturedMinor))
      expect(row.refunded).toBe(isRefunded ? 1 : 0)
      const [subtotal, discount, fees, tax] = [
        row.subtotal,
        row.discount,
        row.fees,
        row['tax added'],
      ]
      expect(Number(subtotal) - Number(discount) + Number(fees) + Number(tax)).toBeCloseTo(
        Number(row.total),
      )
    }
  })
})

const lineText = ({ quantity, name }: { quantity: number; name: string }) => `${quantity} × ${name}`
const codeOf = ({ validationCode }: { validationCode: string }) => validationCode

describe('the guests of a session', () => {
  const guestsOf = (sessionId: string, by = manager) =>
    atDesk(by, 'POST', '/exports/guests', { sessionId })

  test('are a row for each valid ticket, with the end of its code and the size of the party', async () => {
    const own = await server.build.event({ types: [{ name: 'Adult' }] })
    const { body: order } = await buy(server.browser(), own)
    const { view } = (await atDesk(manager, 'GET', `/orders/${order.orderId}`)).body
    const clerk = await member(server, 'box_office')
    const { body } = await guestsOf(own.sessionId, clerk)
    expect(rowsOfTable(body)).toMatchObject(
      view.tickets.map((ticket: { validationCode: string }) => ({
        ...{
          in: '',
          'last name': view.order.lastName,
          ticket: 'Adult',
          code: `…${ticket.validationCode.slice(-4)}`,
        },
        ...{ order: view.order.orderNumber, party: 2 },
      })),
    )
    // Nobody's list has a code that opens the door: it is passed on to people who may not see orders.
    const lists = [body, (await guestsOf(own.sessionId)).body].map((list) => JSON.stringify(list))
    for (const code of view.tickets.map(codeOf)) {
      expect(lists.filter((list) => list.includes(code))).toEqual([])
    }
    await server.sql(`update tickets set status = 'CANCELLED' where order_id = $1 and number = 1`, [
      order.orderId,
    ])
    expect(rowsOfTable((await guestsOf(own.sessionId)).body)).toMatchObject([{ party: 1 }])
    const [entry] = await server.sql(
      `select after -> 'tickets' as tickets from audit_log where action_type = 'guests.exported'
       order by id desc limit 1`,
    )
    expect(entry).toEqual({ tickets: 1 })
  })

  test('are nobody’s who may not see orders, and none of another organizer', async () => {
    const gate = await member(server, 'gate')
    expect((await guestsOf(event.sessionId, gate)).body.code).toBe('not_permitted')
    const { tenantId } = await server.build.tenant()
    const other = await server.build.event({ tenantId })
    expect((await guestsOf(other.sessionId)).body.code).toBe('session_not_found')
  })
})
