import { type BuiltEvent, serverForTests, type TestBrowser } from '@foyer/testkit'
import { beforeEach, describe, expect, test } from 'vitest'
import { times } from './support/calls.ts'

/** The selection that is stored for a browser: two types, one of them with a maximum of three. */
const server = serverForTests({ jobs: false })
let event: BuiltEvent
let browser: TestBrowser
beforeEach(async () => {
  event = await server.build.event({ types: [{}, { max: 3 }] })
  browser = server.browser()
})

const ITEMS = '/api/cart/items'
const add = (quantity: unknown, type = 0, of = event) =>
  browser.send('POST', ITEMS, {
    eventId: of.eventId,
    ticketTypeId: of.typeIds[type],
    quantity,
  })
const put = (id: string, quantity: unknown) => browser.send('PUT', `${ITEMS}/${id}`, { quantity })
const listed = async (of = event): Promise<{ ticketTypeId: string; quantity: number }[]> =>
  (await browser.send('GET', `${ITEMS}?eventId=${of.eventId}`)).body.items
const quantities = async (of = event) => {
  const items = await listed(of)
  return of.typeIds.map((id) => items.find((item) => item.ticketTypeId === id)?.quantity ?? 0)
}

describe('a stored selection', () => {
  test('contains what was added, and nothing is held for it', async () => {
    const added = await add(2)
    expect(added).toMatchObject({
      status: 201,
      body: {
        success: true,
        item: { eventId: event.eventId, ticketTypeId: event.typeId, quantity: 2 },
      },
    })
    await add(3, 1)
    expect(await listed()).toContainEqual(added.body.item)
    expect(await quantities()).toEqual([2, 3])
    expect(await server.sql('select 1 from holds')).toEqual([])
  })

  test('has one item for each type: adding a type again sets the quantity', async () => {
    const first = await add(2)
    const again = await Promise.all(times(5, () => add(4)))
    expect(new Set(again.map(({ body }) => body.item.id))).toEqual(new Set([first.body.item.id]))
    expect(await quantities()).toEqual([4, 0])
  })

  test('can be changed item by item', async () => {
    const { item } = (await add(2)).body
    await add(1, 1)
    expect(await put(item.id, 5)).toMatchObject({ status: 200, body: { success: true } })
    expect(await quantities()).toEqual([5, 1])
  })

  test('loses an item whose quantity is set to 0', async () => {
    const { item } = (await add(2)).body
    await add(1, 1)
    expect(await put(item.id, 0)).toMatchObject({ status: 200, body: { success: true } })
    expect(await quantities()).toEqual([0, 1])
    expect((await put(item.id, 0)).body.code).toBe('cart_item_not_found')
    expect((await put(item.id, 1)).body.code).toBe('cart_item_not_found')
  })

  test('no longer has an item that was removed, and keeps the others', async () => {
    const { item } = (await add(2)).body
    await add(1, 1)
    const remove = () => browser.send('DELETE', `${ITEMS}/${item.id}`)
    expect(await remove()).toMatchObject({ status: 200, body: { success: true } })
    expect((await remove()).body.code).toBe('cart_item_not_found')
    expect(await quantities()).toEqual([0, 1])
  })

  test('can be cleared for one event only, repeatedly', async () => {
    const other = await server.build.event()
    await add(2)
    await add(1, 0, other)
    const clear = () => browser.send('DELETE', `/api/cart/clear?eventId=${event.eventId}`)
    expect(await clear()).toMatchObject({ status: 200, body: { success: true } })
    expect((await clear()).status).toBe(200)
    expect([await listed(), await quantities(other)]).toEqual([[], [1]])
  })

  test('is empty for an unknown browser and for an unknown event', async () => {
    await add(2)
    const stranger = server.browser()
    for (const id of [event.eventId, crypto.randomUUID()]) {
      expect(await stranger.send('GET', `${ITEMS}?eventId=${id}`)).toMatchObject({
        status: 200,
        body: { items: [] },
      })
    }
    expect(stranger.id).toBeFalsy()
  })
})

describe('a selection is refused', () => {
  const expectRefused = async (answer: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await answer
    return [status, body.code]
  }

  test.each([
    -1,
    0,
    101,
    1.5,
    1e21,
    '2',
    null,
    '💥',
    'a'.repeat(10_000),
    "1'; drop table cart_items; --",
  ])('for the quantity %s, and the earlier selection stays', async (quantity) => {
    const { item } = (await add(2)).body
    expect(await expectRefused(add(quantity))).toEqual([400, 'validation_failed'])
    if (quantity !== 0) {
      expect(await expectRefused(put(item.id, quantity))).toEqual([400, 'validation_failed'])
    }
    expect(await quantities()).toEqual([2, 0])
  })

  test('for more of a type than one order may have', async () => {
    const { item } = (await add(3, 1)).body
    for (const answer of [await add(4, 1), await put(item.id, 4)]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'quantity_above_maximum', details: { maximum: 3 } },
      })
    }
    expect(await quantities()).toEqual([0, 3])
  })

  test('for a type of another event, an archived one, and one of an unpublished event', async () => {
    const [other, archived, hidden] = [
      await server.build.event(),
      await server.build.event(),
      await server.build.event(),
    ]
    await server.sql('update ticket_types set is_archived = true where id = $1', [archived.typeId])
    await server.sql('update events set is_published = false where id = $1', [hidden.eventId])
    const mixed = { ...event, typeIds: other.typeIds }
    for (const of of [mixed, archived, hidden]) {
      expect(await expectRefused(add(1, 0, of))).toEqual([404, 'ticket_type_not_found'])
    }
    expect(
      await server.sql('select 1 from cart_items where browser_id = $1', [browser.id ?? null]),
    ).toEqual([])
  })

  test.each(['not-an-id', '💥', "' or 1=1 --", 'a'.repeat(10_000)])(
    'for an item called %s',
    async (id) => {
      await add(2)
      const path = `${ITEMS}/${encodeURIComponent(id)}`
      for (const answer of [
        await browser.send('PUT', path, { quantity: 0 }),
        await browser.send('DELETE', path),
      ]) {
        expect([400, 404, 414]).toContain(answer.status)
        expect(answer.body.code).toBeTruthy()
      }
      expect(await quantities()).toEqual([2, 0])
    },
  )
})
