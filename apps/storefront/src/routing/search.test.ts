import { describe, expect, it } from 'vitest'
import {
  readFlowSearch,
  readOrderSearch,
  readRescheduleSearch,
  readUpgradeSearch,
} from './search.ts'

const TYPE = '3f0c1c52-8a51-4a3e-9d6c-0d7f7a1b2c3d'

describe('the search of the event flow', () => {
  it('valid parameters of the flow are kept', () => {
    const search = { date: '2026-11-21', types: `${TYPE}:2`, session: TYPE, cartId: '12345' }
    expect(readFlowSearch(search)).toEqual({ ...search, addons: undefined })
  })

  it.each([
    ['a date that does not exist', { date: '2026-02-30' }],
    ['a session that is no id', { session: '5' }],
    ['a cart number of another length', { cartId: '123456' }],
    ['a change that is not requested', { reschedule: 'yes', upgrade: '1' }],
    ['a number of tickets that nobody has', { quantity: '0' }],
    ['too many of them', { quantity: '101' }],
    ['a time that is none', { originalTime: 'x'.repeat(21), originalDate: 'today' }],
    ['a value that is not text', { date: 5, types: ['x'], session: {} }],
  ])('drops %s', (_, raw) => {
    expect(Object.values(readFlowSearch(raw)).filter(Boolean)).toEqual([])
  })

  it('invalid pairs are dropped without the rest of the selection', () => {
    expect(readFlowSearch({ types: `nonsense,${TYPE}:2,${TYPE}:0` }).types).toBe(`${TYPE}:2`)
  })

  it('returns every key, so that the router lets no invalid value through', () => {
    expect(Object.keys(readFlowSearch({}))).toEqual([
      'date',
      'types',
      'session',
      'addons',
      'cartId',
      'orderId',
      'reschedule',
      'originalDate',
      'originalTime',
      'upgrade',
      'currentTicketType',
      'quantity',
    ])
  })
})

describe('the search of an order change', () => {
  it('valid parameters of a reschedule are kept', () => {
    const search = {
      email: 'a@b.example',
      priceDifference: '-12.50',
      newDate: '2026-11-21',
      newTime: '7:00 PM',
    }
    expect(readRescheduleSearch(search)).toMatchObject(search)
  })

  it.each(['1e9', '0x10', 'Infinity', '1.234', '--1', '9'.repeat(10)])(
    'drops %s as a price difference',
    (priceDifference) => {
      expect(readRescheduleSearch({ priceDifference }).priceDifference).toBeUndefined()
    },
  )

  it('valid parameters of an upgrade are kept', () => {
    const search = {
      email: 'a@b.example',
      eventId: TYPE,
      upgradeTicketType: TYPE,
      quantity: '2',
      ticketIds: `${TYPE},${TYPE}`,
    }
    expect(readUpgradeSearch({ ...search, currentTicketType: '5' })).toMatchObject(search)
    expect(readUpgradeSearch({ currentTicketType: '5' }).currentTicketType).toBeUndefined()
    expect(readUpgradeSearch({ ticketIds: `${TYPE},5` }).ticketIds).toBeUndefined()
  })
})

describe('the search of an order', () => {
  it('keeps its credential', () => {
    const search = { token: 't', email: 'a@b.example' }
    expect(readOrderSearch(search)).toEqual(search)
  })

  it('invalid credentials are dropped', () => {
    const search = readOrderSearch({ token: 'x'.repeat(201), email: 7 })
    expect(Object.values(search).filter(Boolean)).toEqual([])
  })
})
