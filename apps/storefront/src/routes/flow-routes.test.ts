import { describe, expect, it } from 'vitest'
import { ADULT, CHILD, EVENING, MORNING, session, ticketPrice } from '../../test/day.ts'
import {
  aContext,
  aDayOf,
  anEvent,
  DAY,
  flowAnswers,
  SOLD_OUT_DAY,
  secondTypePrice,
} from '../../test/fixtures.ts'
import { openAddress } from '../../test/show-page.tsx'

const event = anEvent({ isTimedEntry: true })
const ORDER = '77777777-7777-4777-8777-777777777777'
const prices = [ticketPrice(), secondTypePrice]

/** Two times, of which the second is full. */
const ANSWERS = flowAnswers(
  event,
  aDayOf(
    session({ ticket_prices: prices }),
    session({ session_id: EVENING, available_count: 0, ticket_prices: prices }),
  ),
)

/** Where a link ends, after all redirects, without the query; with its status. */
async function landing(path: string, answers = ANSWERS): Promise<string> {
  let address = path
  for (let hops = 0; hops < 5; hops += 1) {
    const { opened } = await openAddress(aContext(answers), address)
    if (opened.kind !== 'redirect') {
      return `${opened.kind === 'screen' ? 200 : 404} ${address.replace(/\?.*/, '')}`
    }
    address = opened.to
  }
  throw new Error(`${path} leads in circles`)
}

const TWO = `types=${ADULT}:2`
const day = `date=${DAY}&${TWO}`
const complete = `${day}&session=${MORNING}`

describe.each([
  ['/events-api', { tickets: '/tickets', time: '/time', review: '/addons' }],
  ['/event', { tickets: '/tickets', time: '/time', review: '/checkout' }],
  ['/events', { tickets: '/tickets', time: '/time', review: '/checkout' }],
  ['/checkout', { tickets: '/tickets', time: '/timeslots', review: '/review' }],
])('a link into %s', (prefix, { tickets, time, review }) => {
  const flow = `${prefix}/${event.id}`
  const at = (suffix: string, query = '') => landing(`${flow}${suffix}${query && `?${query}`}`)

  it('a link opens its step if nothing is missing', async () => {
    expect(await at('')).toBe(`200 ${flow}`)
    expect(await at(tickets, `date=${DAY}`)).toBe(`200 ${flow}${tickets}`)
    expect(await at(time, day)).toBe(`200 ${flow}${time}`)
    expect(await at(review, complete)).toBe(`200 ${flow}${review}`)
  })

  it('opens the earliest step that can supply what is missing', async () => {
    expect(await at(tickets)).toBe(`200 ${flow}`)
    expect(await at(time, `date=${DAY}`)).toBe(`200 ${flow}${tickets}`)
    expect(await at(review, TWO)).toBe(`200 ${flow}`)
    expect(await at(review, day)).toBe(`200 ${flow}${time}`)
  })

  it('a stale link opens the step that can correct it', async () => {
    expect(await at(review, complete.replace(DAY, '2020-01-01'))).toBe(`200 ${flow}`)
    expect(await at(tickets, `date=${SOLD_OUT_DAY}`)).toBe(`200 ${flow}`)
    expect(await at(tickets, 'date=2099-12-24')).toBe(`200 ${flow}`)
    expect(await at(review, `date=${DAY}&types=${ORDER}:1&session=${MORNING}`)).toBe(
      `200 ${flow}${tickets}`,
    )
    expect(await at(review, `date=${DAY}&types=${ADULT}:99&session=${MORNING}`)).toBe(
      `200 ${flow}${tickets}`,
    )
    expect(await at(review, `${day}&session=${EVENING}`)).toBe(`200 ${flow}${time}`)
    expect(await at(review, `${day}&session=${ORDER}`)).toBe(`200 ${flow}${time}`)
  })

  it('an unknown event and an unknown step are not found', async () => {
    expect(await landing(`${prefix}/nonsense`)).toBe(`404 ${prefix}/nonsense`)
    expect(await landing(`${prefix}/${ORDER}${tickets}`)).toBe(`404 ${prefix}/${ORDER}${tickets}`)
    expect(await at('/nonsense')).toBe(`404 ${flow}/nonsense`)
  })

  it('opens with any query', async () => {
    const rubbish = ['<script>', "';drop table events;--", '%00', '😀'.repeat(50), 'x'.repeat(9000)]
    for (const text of rubbish) {
      const value = encodeURIComponent(text)
      const keys = ['date', 'types', 'session', 'addons', 'cartId', 'orderId', 'reschedule']
      const all = [...keys, 'upgrade', 'quantity', 'originalTime'].map((key) => `${key}=${value}`)
      for (const suffix of ['', tickets, time, review]) {
        expect(await at(suffix, all.join('&'))).toBe(`200 ${flow}`)
      }
    }
  })
})

describe('a link into the page of an event', () => {
  const flow = `/event/${event.id}`

  it('shows upsell and add-ons', async () => {
    expect(await landing(`${flow}/upsell?${day}`)).toBe(`200 ${flow}/upsell`)
    expect(await landing(`${flow}/addons?${complete}`)).toBe(`200 ${flow}/addons`)
  })

  it('the upsell is skipped if the dearest ticket type is chosen, and the add-ons step if the event has none', async () => {
    const top = `date=${DAY}&types=${CHILD}:1`
    expect(await landing(`${flow}/upsell?${top}`)).toBe(`200 ${flow}/time`)
    const answers = { ...ANSWERS, '/api/add-ons': [] }
    expect(await landing(`${flow}/addons?${complete}`, answers)).toBe(`200 ${flow}/checkout`)
  })

  it('goes from the tickets to the checkout if the day has one session without timed entry', async () => {
    const one = aDayOf(session())
    const answers = {
      ...ANSWERS,
      [`/api/events/${event.id}`]: { ...event, isTimedEntry: false },
      '/api/price/daily': one,
    }
    for (const step of ['/time', '/addons', '/checkout']) {
      expect(await landing(`${flow}${step}?${day}`, answers)).toBe(`200 ${flow}/checkout`)
    }
  })

  it('reschedules an order from the calendar on, and upgrades it on the tickets step', async () => {
    const reschedule = `reschedule=true&orderId=${ORDER}`
    expect(await landing(`${flow}?${reschedule}`)).toBe(`200 ${flow}`)
    expect(await landing(`${flow}/time?${reschedule}&${day}`)).toBe(`200 ${flow}/time`)
    expect(await landing(`${flow}/time?${reschedule}&${TWO}`)).toBe(`200 ${flow}`)
    expect(await landing(`${flow}/checkout?${reschedule}&${complete}`)).toBe(`200 ${flow}`)
    expect(await landing(`${flow}?upgrade=true&orderId=${ORDER}`)).toBe(`200 ${flow}/tickets`)
  })
})

describe('a link into the checkout flow', () => {
  const flow = `/checkout/${event.id}`

  it('the first step has an address with its name too', async () => {
    expect(await landing(`${flow}/date?${day}`)).toBe(`200 ${flow}`)
  })

  it('the steps of payment and confirmation lead to the cart and to the order', async () => {
    expect(await landing(`${flow}/payment?cartId=12345`)).toBe('200 /checkout-api/12345')
    expect(await landing(`${flow}/confirmation?orderId=${ORDER}`)).toBe(
      `200 /order-confirmation/${ORDER}`,
    )
  })

  it('a payment without a cart leads to what is missing', async () => {
    expect(await landing(`${flow}/payment?${complete}`)).toBe(`200 ${flow}/review`)
    expect(await landing(`${flow}/confirmation?${complete}`)).toBe(`200 ${flow}/review`)
    expect(await landing(`${flow}/confirmation?cartId=1`)).toBe(`200 ${flow}`)
  })
})

it.each([
  [`/manage-order/${ORDER}`, `200 /manage-order/${ORDER}`],
  ['/reschedule-checkout', '200 /reschedule-checkout'],
  [`/reschedule-checkout/${ORDER}`, `200 /reschedule-checkout/${ORDER}`],
  [`/reschedule-checkout/x/${'y'.repeat(100)}`, `200 /reschedule-checkout/x/${'y'.repeat(100)}`],
  [`/reschedule-checkout/x/${'y'.repeat(500)}`, `404 /reschedule-checkout/x/${'y'.repeat(500)}`],
  ['/upgrade-checkout/%3Cscript%3E?quantity=-1', '200 /upgrade-checkout/%3Cscript%3E'],
])('opens %s', async (path, expected) => {
  expect(await landing(path)).toBe(expected)
})
