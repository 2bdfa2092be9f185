import { api, type carts, type catalog, refused, staffApi } from '@foyer/contract'
import { describe, expect, test } from 'vitest'
import type { Call, ServeOptions } from './endpoint.ts'
import type { Resolvers } from './principal.ts'

/**
 * The compiler checks these tests (`npm run types`): an expected error that does not occur is an
 * error as well. The first form of each pair compiles.
 */
describe('the compiler refuses', () => {
  test('a handler that refuses with a code its endpoint does not declare', async () => {
    const declared: ServeOptions<typeof carts.getCart>['handle'] = async () =>
      refused('hold_expired', 'It has expired.')
    const undeclared: ServeOptions<typeof carts.getCart>['handle'] = async () =>
      // @ts-expect-error: getCart declares no such refusal.
      refused('sold_out', 'Nothing is left.')
    expect([declared, undeclared]).toHaveLength(2)
  })

  test('a handler of a public endpoint that asks for a browser', () => {
    const ownBrowser = (call: Call<typeof carts.getCart>): string => call.principal.browserId
    const anyone = (call: Call<typeof catalog.getEvent>): string =>
      // @ts-expect-error: a public call has no principal.
      call.principal.browserId
    expect([ownBrowser, anyone]).toHaveLength(2)
  })

  test('a cache in front of answers that belong to one browser', () => {
    const publicAnswer: Pick<ServeOptions<typeof catalog.getEvent>, 'cacheSeconds'> = {
      cacheSeconds: 1,
    }
    const ownAnswer: Pick<ServeOptions<typeof carts.getCart>, 'cacheSeconds'> = {
      // @ts-expect-error: another browser would get the same bytes.
      cacheSeconds: 1,
    }
    expect(publicAnswer).toEqual(ownAnswer)
  })

  test('a table of resolvers that lacks one kind of access', () => {
    const resolve = () => () => refused('order_not_found', 'There is no such order.')
    const most = {
      public: resolve,
      browser: resolve,
      visitor: resolve,
      payer: resolve,
      participant: resolve,
      offered_change: resolve,
      pass: resolve,
      guest: resolve,
      person: resolve,
      staff: resolve,
      operator: resolve,
    }
    const whole: Resolvers = { ...most, order: resolve }
    // @ts-expect-error: nobody resolves the right to an order.
    const lacking: Resolvers = most
    expect(Object.keys(whole)).not.toEqual(Object.keys(lacking))
  })
})

test('every kind of access that the resolvers know is used by an endpoint', () => {
  const used = new Set(Object.values({ ...api, ...staffApi }).map(({ access }) => access.kind))
  const known: Record<keyof Resolvers, true> = {
    public: true,
    browser: true,
    visitor: true,
    order: true,
    payer: true,
    participant: true,
    offered_change: true,
    pass: true,
    guest: true,
    person: true,
    staff: true,
    operator: true,
  }
  expect([...used].sort()).toEqual(Object.keys(known).sort())
})
