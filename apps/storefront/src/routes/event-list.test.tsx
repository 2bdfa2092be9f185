import { createClient, type EventView } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aContext, anEvent, anEventPage, apiOf } from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'
import { calendarQuery } from '../data/queries.ts'
import { paths } from '../routing/paths.ts'
import { createAppRouter } from './route-table.ts'

const SEARCH = '/api/events/search'

/** The page at an address, and the searches that it requested. */
async function open(path: string, answers: Record<string, unknown>, tagline?: string) {
  const { app, queryClient } = aContext()
  if (tagline !== undefined) app.tenant = { ...app.tenant, tagline }
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = String(input)
    asked.push(url)
    return apiOf({ [SEARCH]: answers[url] ?? answers[SEARCH] })(input, init)
  }
  const context = { app: { ...app, call: createClient({ baseUrl: '', fetch }) }, queryClient }
  return { asked, ...(await showPage(context, path)) }
}
const openWith = (path: string, ...events: EventView[]) =>
  open(path, { [SEARCH]: anEventPage(events) })

const BARE = anEvent({
  name: '',
  location: '',
  venue_name: '',
  venue_city: '',
  venue_state: '',
  date: null,
  category: 'other',
  imageUrl: '',
  fromAllInMinor: null,
  isTimedEntry: true,
})

it('a shop without a tagline has its name as heading and title', async () => {
  const { html } = await open('/', { [SEARCH]: anEventPage([]) }, '')
  expect(html).toMatch(/<h1[^>]*>Foyer<\/h1>/)
  expect(html).toContain('<title>Foyer</title>')
})

describe('a card', () => {
  it('a card has a text for every missing fact of its event', async () => {
    const { text, html } = await openWith('/events', BARE)
    for (const words of [
      'Unnamed Event',
      'Date TBD',
      'Location TBD',
      'Price to come',
      'Timed Entry • Select Your Slot',
      'Get Tickets',
    ]) {
      expect(text).toContain(words)
    }
    expect(html).toContain('data-category="other"')
    expect(text).toMatch(/\sEvent\s/)
    expect(/<img[^>]* src="([^"]*)"/.exec(html)?.[1]).toContain('No%20picture')
  })

  it('a card shows the facts of its event', async () => {
    const { text } = await openWith('/events', anEvent({ category: 'concert' }))
    for (const words of [
      'The Lighthouse Sessions',
      'Dec 9, 2026',
      'Pier 9 Stage, San Francisco, CA',
      'Concert',
      'From $34.98 incl. fees',
    ]) {
      expect(text.replace(/\s+/g, ' ')).toContain(words)
    }
    expect(text).not.toContain('Timed Entry')
  })

  it('a card shows the last day of a run beside the next one', async () => {
    const run = { calendarStartDate: '2026-12-04', calendarEndDate: '2027-01-10' }
    expect((await openWith('/events', anEvent(run))).text).toContain('Dec 9 – Jan 10, 2027')
  })

  it('the card of an event that is sold out says so and offers to view it', async () => {
    const { text } = await openWith('/events', anEvent({ status: 'sold_out' }))
    expect(text).toContain('Sold Out')
    expect(text).toContain('View Event')
    expect(text).not.toContain('Get Tickets')
  })

  it.each([
    ['closed', 'Sales closed'],
    ['begun', 'Has begun'],
    ['over', 'Over'],
    ['called_off', 'Called off'],
  ] as const)(
    'the card of an event that is %s says %s instead of a price',
    async (status, words) => {
      const { text } = await openWith('/events', anEvent({ status }))
      expect(text).toContain(words)
      expect(text).not.toMatch(/Sold Out|Get Tickets|\$34\.98/)
    },
  )

  it('the card of an event whose sales will start says so beside its price', async () => {
    const { text } = await openWith('/events', anEvent({ status: 'not_yet' }))
    expect(text).toContain('Not on sale yet')
    expect(text).toContain('$34.98')
  })

  it.each([
    ['/', '/events-api/'],
    ['/events-api', '/events-api/'],
    ['/events', '/event/'],
    ['/testflow', '/event/'],
  ])('on %s leads to %s', async (path, target) => {
    const event = anEvent()
    const { html } = await openWith(path, event)
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(hrefs.filter((href) => href?.includes(event.id))).toContain(`${target}${event.id}`)
    expect(
      hrefs.some((href) => href?.startsWith(target === '/event/' ? '/events-api/' : '/event/')),
    ).toBe(false)
  })
})

describe('the list without a search', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    anEvent({ id: `00000000-0000-4000-8000-0000000000${10 + index}`, name: `Night ${index}` }),
  )

  it('shows a dozen events and the number of further ones', async () => {
    const { text, asked, html } = await open('/', {
      [SEARCH]: anEventPage(many, { total: 10_000 }),
    })
    expect(asked).toEqual([`${SEARCH}?offset=0&limit=12`])
    expect(text).toContain('Upcoming Events')
    expect(text).toContain('Load More Events (9988 remaining)')
    expect(text).toContain('Showing 12 of 10000')
    expect(html.match(/<article/g)).toHaveLength(12)
    expect(html.match(/aria-roledescription="slide"/g)).toHaveLength(5)
  })

  it('a reload shows as many events as were open', async () => {
    const { asked } = await open('/?shown=36', { [SEARCH]: anEventPage(many, { total: 100 }) })
    expect(asked).toEqual([`${SEARCH}?offset=0&limit=36`])
  })

  it('past events are shown if none is coming', async () => {
    const past = anEvent({ name: 'Long Ago', date: '2020-01-01T00:00:00.000Z' })
    const { text, asked } = await open('/', {
      [SEARCH]: anEventPage([]),
      [`${SEARCH}?when=all&offset=0&limit=12`]: anEventPage([past]),
    })
    expect(asked).toEqual([`${SEARCH}?offset=0&limit=12`, `${SEARCH}?when=all&offset=0&limit=12`])
    expect(text).toContain('Long Ago')
  })

  it('an empty list says so', async () => {
    expect((await openWith('/')).text).toContain('No events available at the moment.')
  })

  it('a failed list says so and offers to try again', async () => {
    const { text } = await open('/', { [SEARCH]: new Error('no database') })
    expect(text).toContain('Failed to Load Events')
    expect(text).toContain('Unable to connect to the Event API. Please try again later.')
    expect(text).toContain('Failed to fetch events: no database')
    expect(text).toContain('Retry')
  })
})

describe('the list with a search', () => {
  it('arrives from the server with its results, words and filters', async () => {
    const query = 'q=jazz&city=Oslo&sort=price'
    const { asked, html, text } = await open(`/events?${query}`, {
      [SEARCH]: anEventPage([anEvent()], { total: 1 }),
    })
    expect(asked).toEqual([`${SEARCH}?city=Oslo&sort=price&q=jazz&offset=0&limit=12`])
    expect(html).toMatch(/<input[^>]*placeholder="Search events"[^>]*value="jazz"/)
    expect(html).toMatch(/<option value="Oslo" selected="">/)
    expect(text).toContain('1 event found')
    expect(html).toContain('<meta name="robots" content="noindex"')
  })

  it('invalid parameters are redirected away', async () => {
    const garbage = 'category=opera&from=9&maxPrice=-1&sort=x&shown=0&q=%20&city=%0A'
    const { redirect } = await openWith(`/events?${garbage}&utm_source=mail`)
    expect(redirect).toBe('/events?utm_source=mail')
  })

  it('a corrected search names the words it used', async () => {
    const { text } = await open('/events?q=lihgt', {
      [SEARCH]: anEventPage([anEvent()], { nearest: 'light' }),
    })
    expect(text).toContain('1 event found for “light”')
  })

  it('an empty search result offers other searches', async () => {
    const { text } = await open('/events?q=lxgxt&city=Oslo', {
      [SEARCH]: anEventPage([], { nearest: 'light' }),
    })
    for (const words of [
      'No events found matching the query.',
      '0 events found',
      'Search for “light”',
      'Clear filters',
      'Show all events',
    ]) {
      expect(text).toContain(words)
    }
  })
})

describe('on the way to an event', () => {
  const event = anEvent()
  const calendar = { dates: {}, timezone: 'America/Los_Angeles', currency: 'usd' }
  const preload = async (prices: unknown) => {
    const context = aContext({
      [`/api/events/${event.id}`]: event,
      [`/api/pricing/calendar/${event.id}`]: prices,
    })
    await createAppRouter(context).preload(paths.event(event.id))
    return context.queryClient.getQueryState(calendarQuery(context.app, event.id).queryKey)
  }

  it('its prices are fetched before the visit', async () => {
    expect((await preload({ success: true, data: calendar }))?.data).toEqual(calendar)
  })

  it('an event opens although its prices could not be loaded', async () => {
    expect(await preload(new Error('no prices'))).toMatchObject({ status: 'error' })
  })
})
