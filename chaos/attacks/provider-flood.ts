import type { Attack } from './harness/attack.ts'
import { attackersCart } from './harness/build.ts'
import { bytesOf, flood } from './harness/raw.ts'

/**
 * What one browser may cause in a minute by the contract: thirty intent calls, each with at most
 * three calls to the provider, plus the calls that the server makes by itself.
 */
const MAX_CALLS = 100
const PRICE = 25

/** Intent and order calls for one cart; without limits, each calls the payment provider. */
export const providerFlood: Attack = {
  kind: 'provider-flood',
  name: 'intents and orders of one unpaid cart, 60 a second',
  countsProviderCalls: true,
  showsAs: ['share'],
  control: { without: 'the limits by address', isOneAddressMany: true },
  async prepare(site) {
    const { cookie } = await attackersCart(site, site.sessionIds[0] ?? '', site.paidTypeId)
    return { cookie }
  },
  before: async (site) => site.providerCalls(),
  attack: ({ url, eventId, prepared }, tally, signal) => {
    const headers = { cookie: prepared.cookie ?? '' }
    const intent = bytesOf('POST', '/api/create-payment-intent', {
      headers,
      body: { amount: PRICE, currency: 'usd', metadata: { cartId: '10000', eventId } },
    })
    const order = bytesOf('POST', '/api/checkout/orders', {
      headers,
      body: {
        cartId: '10000',
        eventId,
        email: 'mallory@example.com',
        firstName: 'Mallory',
        lastName: 'Attacker',
        phone: '555 0100',
        billingAddress: { address1: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
      },
    })
    return flood(
      {
        url,
        connections: 12,
        perSecond: 60,
        depth: 1,
        request: (index) => (index % 2 === 0 ? intent : order),
      },
      tally,
      signal,
    )
  },
  judge({ site, before, tally }) {
    const calls = site.providerCalls() - before
    tally['provider calls'] = calls
    if (calls <= MAX_CALLS) return []
    return [{ criterion: 'share', text: `${calls} calls reached the payment provider` }]
  },
}
