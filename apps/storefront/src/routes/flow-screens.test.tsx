import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { aCart } from '../../test/carts-and-orders.ts'
import {
  ADULT,
  CHILD,
  calendar,
  calendarDay,
  EVENING,
  MORNING,
  session,
  ticketPrice,
  ticketType,
} from '../../test/day.ts'
import {
  type Answers,
  aContext,
  aDayOf,
  anEvent,
  DAY,
  flowAnswers,
  secondTypePrice,
  someFacts,
} from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'
import { createAppRouter } from './route-table.ts'

const event = anEvent({ isTimedEntry: true })
const CALENDAR = `/api/pricing/calendar/${event.id}`
const dearer = ticketPrice({ all_in_minor: 3998, available_count: 3 })

/** A morning for all, an evening for three, and a night that is full. */
const ANSWERS = flowAnswers(
  event,
  aDayOf(
    session({ ticket_prices: [ticketPrice(), secondTypePrice] }),
    session({
      session_id: EVENING,
      local_time: '7:30 PM',
      ticket_prices: [dearer, secondTypePrice],
    }),
    session({ session_id: CHILD, local_time: '9:30 PM', available_count: 0 }),
  ),
)

const ON_DAY = `date=${DAY}`
const TWO = `${ON_DAY}&types=${ADULT}:2`
const ALL = `${TWO}&session=${MORNING}`
const show = (path: string, answers: Answers = {}) =>
  showPage(aContext({ ...ANSWERS, ...answers }), path)
const api = `/events-api/${event.id}`
const legacy = `/event/${event.id}`

/** The words that are missing on a page. */
async function lacking(page: ReturnType<typeof show>, words: readonly string[]) {
  const { text } = await page
  return words.filter((word) => !text.includes(word))
}
/** Whether the buttons with these words are disabled: `[true]` or `[false]` if all are alike. */
function disabled(html: string, words: string): boolean[] {
  const buttons = html
    .split('<button ')
    .map((button) => button.slice(0, button.indexOf('</button>')))
    .filter((button) => button.includes(words))
  return [...new Set(buttons.map((button) => button.includes('aria-disabled="true"')))]
}

describe('the date step', () => {
  it('has a continuous calendar with the lowest price of each day', async () => {
    const page = show(api)
    const days = [
      'Saturday, November 21, 2099, from $34.98 incl. fees, available',
      'Sunday, November 22, 2099, sold out',
    ]
    expect(await lacking(page, ['Select a Date', 'November 2099', ...days])).toEqual([])
    expect(disabled((await page).html, days[0] ?? '')).toEqual([false])
    expect(disabled((await page).html, days[1] ?? '')).toEqual([true])
  })

  it('keeps the line breaks of the description of its venue', async () => {
    const description = 'On the pier.\nThe door is on the left.'
    const facts = someFacts({ venue: { ...someFacts().venue, description } })
    const { html } = await show(api, {
      [`/api/events/${event.id}`]: anEvent({ isTimedEntry: true, facts }),
    })
    expect(html).toMatch(/whitespace-pre-line[^>]*>On the pier\.\nThe door is on the left\.</)
  })

  it('offers the next days with tickets beside the price', async () => {
    const { html } = await show(api)
    expect(html).toMatch(
      /tickets\?date=2099-11-21"[^>]*>(<[^>]*>)*Sat, Nov 21<.*from (<!-- -->)?\$34.98/,
    )
    expect(html).not.toContain('tickets?date=2099-11-22')
  })

  it('an event with one date shows it without a calendar, and leads to the tickets', async () => {
    const one = { [CALENDAR]: { success: true, data: calendar({ [DAY]: calendarDay() }) } }
    const page = show(api, one)
    const words = ['Saturday, November 21, 2099', 'Get Tickets', '$34.98']
    expect(await lacking(page, words)).toEqual([])
    const { text } = await page
    expect(text).not.toContain('Select a Date')
    expect(text).not.toContain('Step 1')
    expect(await lacking(show(`${api}/tickets`, one), ['Select Tickets', 'Step 1 of 4'])).toEqual(
      [],
    )
  })

  it('the number of steps is the same on the first page as on the next ones', async () => {
    for (const [family, steps] of [
      [api, 5],
      [legacy, 6],
    ] as const) {
      const pages = [family, `${family}/tickets?${ON_DAY}`, `${family}/tickets?${TWO}`]
      for (const [index, path] of pages.entries()) {
        const position = `Step ${Math.min(index + 1, 2)} of ${steps}`
        expect(await lacking(show(path), [position])).toEqual([])
      }
    }
    expect(await lacking(show(`${legacy}/upsell?${TWO}`), ['Step 2 of 6'])).toEqual([])
    expect(await lacking(show(`${legacy}/time?${TWO}`), ['Step 3 of 6'])).toEqual([])
  })

  it('an event with one start a day counts no step for the time on its first page', async () => {
    const untimed = { ...event, isTimedEntry: false, sessionCount: 2 }
    const answers = { [`/api/events/${event.id}`]: untimed, '/api/price/daily': aDayOf(session()) }
    for (const [path, position] of [
      [api, 'Step 1 of 4'],
      [`${api}/tickets?${TWO}`, 'Step 2 of 4'],
      [legacy, 'Step 1 of 4'],
      [`${legacy}/tickets?${TWO}`, 'Step 2 of 4'],
    ] as const) {
      expect(await lacking(show(path, answers), [position])).toEqual([])
    }
  })

  it('days with one start and days with several promise no total before a day is chosen', async () => {
    const mixed = { ...event, isTimedEntry: false, sessionCount: 3 }
    const answers = { [`/api/events/${event.id}`]: mixed, '/api/price/daily': aDayOf(session()) }
    for (const family of [api, legacy]) {
      const { text } = await show(family, answers)
      expect(text).toContain('Step 1')
      expect(text).not.toContain('Step 1 of')
    }
    expect(await lacking(show(`${api}/tickets?${TWO}`, answers), ['Step 2 of 4'])).toEqual([])
  })

  it('the page of an event with one session promises no other date to reschedule to', async () => {
    const only = 'There is no other date or time to reschedule to.'
    const pageOf = (sessionCount: number) =>
      show(api, { [`/api/events/${event.id}`]: { ...event, sessionCount } })
    expect(await lacking(pageOf(1), [only])).toEqual([])
    expect(await lacking(pageOf(2), [only])).toEqual([only])
  })

  it('a day that does not exist leaves the rest of the page, which the server renders without a calendar', async () => {
    const days = { [DAY]: calendarDay(), '2026-99-99': calendarDay() }
    const page = show(api, {
      [`/api/events/${event.id}`]: { ...event, sessionCount: 2 },
      [CALENDAR]: { success: true, data: calendar(days) },
    })
    expect(await lacking(page, ['Select a Date'])).toEqual([])
    expect((await page).text).not.toContain('Something went wrong.')
  })

  it('says so if there are no sessions', async () => {
    const none = { [CALENDAR]: { success: true, data: calendar({}) } }
    expect(await lacking(show(api, none), ['No Sessions Available'])).toEqual([])
  })

  const none = { [CALENDAR]: { success: true, data: calendar({}) } }
  const is = (part: Parameters<typeof anEvent>[0]) =>
    show(api, { ...none, [`/api/events/${event.id}`]: { ...event, sessionCount: 0, ...part } })

  it.each([
    ['called_off', 'This event was called off', 'the money goes back'],
    ['begun', 'This event has begun', 'no longer sold'],
    ['over', 'This event is over', 'It was on'],
  ] as const)(
    'an event that is %s says so with its date, and not that it is sold out',
    async (status, title, text) => {
      const page = is({ status })
      const when = 'Wednesday, December 9, 2026 at 8:00 PM'
      expect(await lacking(page, [title, text, when, 'See similar events'])).toEqual([])
      expect((await page).text).not.toMatch(
        /Sold Out|No Sessions Available|Please specify|Date TBD|Choose a date/,
      )
    },
  )

  it('an event that was called off says what ticket holders get, and nothing of its policy', async () => {
    const page = is({ status: 'called_off' })
    expect(await lacking(page, ['Money back', 'Or another date'])).toEqual([])
    expect((await page).text).not.toMatch(/No refunds|cannot be|can be rescheduled/)
  })

  it.each(['called_off', 'begun', 'over', 'sold_out'] as const)(
    'the page of an event that is %s counts no steps of a purchase',
    async (status) => {
      const page = await is({ status })
      expect(page.text).not.toMatch(/Step \d/)
      expect(page.text).toContain('All events')
    },
  )

  it('an event without a price says so, and offers no tickets yet', async () => {
    const days = {
      '2099-11-21': calendarDay({ status: 'unpriced', minPrice: null, allInMinor: null }),
    }
    const page = await show(api, {
      [CALENDAR]: { success: true, data: calendar(days) },
      [`/api/events/${event.id}`]: { ...event, status: 'unpriced', fromAllInMinor: null },
    })
    expect(page.text).toContain('Price to come')
    expect(page.text).toContain('once the organizer has set their price')
    expect(page.text).not.toMatch(/Get Tickets|Choose a date|Choose your tickets/)
  })

  it('an event that was moved says from when to when', async () => {
    const page = show(api, {
      [`/api/events/${event.id}`]: { ...event, movedFrom: '2026-12-03T04:00:00.000Z' },
    })
    const words = ['New time', 'from Wednesday, December 2, 2026 at 8:00 PM']
    expect(await lacking(page, words)).toEqual([])
  })
})

describe('the tickets step', () => {
  const words = [
    'Select Tickets',
    'Saturday, November 21, 2099',
    'General Admission',
    'All day.',
    '$34.98',
    'Fast Pass',
    'GA + $10',
  ]

  it('names the day and each type with its description, price and quantity', async () => {
    const page = show(`${api}/tickets?${TWO}`)
    expect(await lacking(page, [...words, 'Select Time Slot'])).toEqual([])
    const { html } = await page
    expect(html).toContain('aria-label="Remove one General Admission"')
    expect(html).toContain('aria-label="Add one General Admission"')
    expect(html).toMatch(/<img [^>]*src="\/pictures\/0123456789abcdef0123\/thumb-480.webp"/)
  })

  it("continues from the event's page only with a ticket", async () => {
    const page = show(`${legacy}/tickets?${TWO}`)
    expect(await lacking(page, words)).toEqual([])
    expect(disabled((await page).html, 'Continue')).toEqual([false])
    const { html } = await show(`${legacy}/tickets?${ON_DAY}`)
    expect(disabled(html, 'Continue')).toEqual([true])
  })

  it('says how much more than the cheapest type each type costs, if its event shows it', async () => {
    const shown = { [`/api/events/${event.id}`]: { ...event, showPriceDifference: true } }
    const difference = ['+$10 over General Admission, incl. fees']
    const tickets = `${api}/tickets?${ON_DAY}`
    expect(await lacking(show(tickets, shown), difference)).toEqual([])
    expect(await lacking(show(tickets), difference)).toEqual(difference)
    // Before the day has answered, the types' own figures are used.
    const early = { ...shown, '/api/price/daily': new Error('down') }
    expect(await lacking(show(tickets, early), difference)).toEqual([])
  })

  it('says so if no tickets are on sale', async () => {
    const page = show(`${api}/tickets?${ON_DAY}`, { '/api/ticket-types': [] })
    expect(await lacking(page, ['No Tickets Available'])).toEqual([])
  })
})

describe('the upsell step', () => {
  it('offers the next ticket type for all tickets, or to keep the choice', async () => {
    const { quote } = aCart()
    const upgrade = { differenceMinor: 2001, each: [{ ticketTypeId: ADULT, differenceMinor: 999 }] }
    const page = show(`${legacy}/upsell?${TWO}`, {
      '/api/quote': { quote, isFinal: true, upgrade },
    })
    const words = ['Upgrade to Fast Pass?', 'Upgrade 2 tickets', 'No Thanks']
    // The server's own figures, not sums of the day's prices.
    const figures = ['+$9.99 each', '+$20.01 for all', '$75.96', 'in total, incl. fees']
    expect(await lacking(page, [...words, ...figures])).toEqual([])
    // Both choices are radio buttons, the cheaper one is chosen, and one button goes on with either.
    const { html } = await page
    expect(html.match(/<input type="radio"[^>]*>/g)?.map((one) => one.includes('checked'))).toEqual(
      [true, false],
    )
    expect(disabled(html, 'Continue')).toEqual([false])
    // The difference of a single ticket is said once.
    const one = show(`${legacy}/upsell?${ON_DAY}&types=${ADULT}:1`, {
      '/api/quote': { quote, isFinal: true, upgrade },
    })
    expect(await lacking(one, ['Upgrade 1 ticket', '+$20.01'])).toEqual([])
    expect(await lacking(one, ['for all', 'each'])).toEqual(['for all', 'each'])
  })

  it('says that the difference is between the lowest prices of the day until a time is chosen', async () => {
    const { quote } = aCart()
    const upgrade = { differenceMinor: 2001, each: [] }
    const page = show(`${legacy}/upsell?${TWO}`, {
      '/api/quote': { quote, isFinal: false, upgrade },
    })
    expect(await lacking(page, ['at the lowest prices of the day'])).toEqual([])
  })

  it('offers the type without its price while the server does not quote it', async () => {
    const page = show(`${legacy}/upsell?${TWO}`)
    expect(await lacking(page, ['Upgrade to Fast Pass?', 'Upgrade 2 tickets'])).toEqual([])
  })
})

describe('the time step', () => {
  it('shows times in three columns, four on large screens, with price and tickets left', async () => {
    const totals = {
      quote: aCart().quote,
      isFinal: false,
      sessionTotals: { [MORNING]: 6997, [EVENING]: 7996 },
    }
    const page = show(`${api}/time?${TWO}`, { '/api/quote': totals })
    const words = ['Select Time', '10:00 AM', '$69.97', '7:30 PM', '$79.96', '3 left', 'Available']
    // The server's totals for the whole party, which the review shows again.
    expect(await lacking(page, [...words, 'Prices are for your 2 tickets, incl. fees'])).toEqual([])
    expect((await page).html).toMatch(/<ul class="[^"]*grid-cols-3[^"]* lg:grid-cols-4[^"]*">/)
  })

  it('a time that has too few tickets left for the party says how many', async () => {
    const page = show(`${api}/time?${ON_DAY}&types=${ADULT}:4`)
    const words = ['Only 3 left', 'at 7:30 PM', 'not enough for your tickets']
    expect(await lacking(page, words)).toEqual([])
    expect(disabled((await page).html, '7:30 PM')).toEqual([true])
  })

  it('disables a time that is sold out', async () => {
    const page = show(`${legacy}/time?${TWO}`)
    expect(await lacking(page, ['Sold Out'])).toEqual([])
    expect(disabled((await page).html, '9:30 PM')).toEqual([true])
    expect(disabled((await page).html, '10:00 AM')).toEqual([false])
  })

  it('says so if a day has no times', async () => {
    const page = show(`${api}/time?${TWO}`, { '/api/price/daily': aDayOf() })
    expect(await lacking(page, ['No Time Slots Available'])).toEqual([])
  })
})

describe('the add-ons step', () => {
  it('has a stepper for each add-on and a button that adds one for every ticket', async () => {
    const page = show(`${legacy}/addons?${ALL}`)
    expect(await lacking(page, ['Souvenir photo', '$15.99', 'Add for All (2)'])).toEqual([])
    expect((await page).html).toContain('aria-label="Add one Souvenir photo"')
  })
})

describe('the review step', () => {
  it('shows the whole order and the button that reserves it', async () => {
    const words = [
      'Review Order',
      'The Lighthouse Sessions',
      'Saturday, November 21, 2099',
      '10:00 AM',
      'Pier 9 Stage',
      'Order Summary',
      'Reserve Cart & Checkout',
      'Creating Hold...',
    ]
    expect(await lacking(show(`${api}/addons?${ALL}`), words)).toEqual([])
  })

  it('is blocked while a dynamic price is missing', async () => {
    const unpriced = ticketPrice({ price: 0, all_in_minor: null })
    const page = show(`${api}/addons?${ALL}`, {
      '/api/ticket-types': [ticketType({ pricing_mode: 'dynamic', price: 0 })],
      '/api/price/daily': aDayOf(session({ ticket_prices: [unpriced] })),
    })
    const words = [
      'Pricing Issue',
      'Dynamic pricing is still loading. Please wait a moment or try refreshing the page.',
    ]
    expect(await lacking(page, words)).toEqual([])
    expect(disabled((await page).html, 'Reserve Cart &amp; Checkout')).toEqual([true])
  })
})

describe.each([
  [api, '/events-api'],
  [legacy, '/events'],
  [`/events/${event.id}`, '/events'],
  [`/checkout/${event.id}`, '/events-api'],
])('%s', (flow, list) => {
  it('the flow leads back to the list of its family', async () => {
    const { html } = await show(flow)
    expect(html).toMatch(new RegExp(`<a [^>]*href="${list}"[^>]*>(?:<svg.*?</svg>)?All events`))
  })

  it('says that its event is being loaded', () => {
    const Pending = createAppRouter(aContext()).find(flow).route?.pending
    expect(Pending && renderToStaticMarkup(<Pending />)).toContain('Loading event...')
  })

  it('a page whose event could not be loaded says so, with a link back', async () => {
    const broken = { [`/api/events/${event.id}`]: new Error('database away') }
    const words = [
      'Event not found',
      "The event you're looking for doesn't exist or couldn't be loaded.",
      'Back to Events',
    ]
    expect(await lacking(show(flow, broken), words)).toEqual([])
  })
})
