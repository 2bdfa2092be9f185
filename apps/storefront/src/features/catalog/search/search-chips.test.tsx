import { expect, it } from 'vitest'
import { aContext, anEvent, anEventPage } from '../../../../test/fixtures.ts'
import { showPage } from '../../../../test/show-page.tsx'

const FACETS = {
  categories: [
    { value: 'music' as const, count: 2 },
    { value: 'other' as const, count: 1 },
  ],
  cities: [
    { value: 'Oslo', count: 2 },
    { value: 'Bergen', count: 1 },
  ],
  prices: [{ value: 0, count: 1 }],
  anyPrice: 3,
}

/** The chips of a page as 'words: address', with the chosen ones marked. */
async function chipsAt(path: string, facets: Partial<typeof FACETS> = {}): Promise<string[]> {
  const page = anEventPage([anEvent()], { facets: { ...FACETS, ...facets } })
  const { html } = await showPage(aContext({ '/api/events/search': page }), path)
  const row = /<ul class="chip-row[\s\S]*?<\/ul>/.exec(html)?.[0] ?? ''
  return [...row.matchAll(/<a ([^>]*)>([^<]+)/g)].map(([, tag = '', words]) => {
    const isChosen = tag.includes('aria-current')
    return `${words}: ${/href="([^"]*)"/.exec(tag)?.[1]}${isChosen ? ' (chosen)' : ''}`
  })
}

it('the first screen offers days, free events, categories and cities as links to the list', async () => {
  const expected = [
    'Today: /events?day=today',
    'This weekend: /events?day=weekend',
    'Free: /events?maxPrice=0',
    'Music: /events?category=music',
    'Oslo: /events?city=Oslo',
    'Bergen: /events?city=Bergen',
  ]
  expect(await chipsAt('/')).toEqual(expected)
  expect(await chipsAt('/events-api')).toEqual(expected)
})

it('on the list a chip adds to the search, and a chosen one leads out of its choice', async () => {
  const chips = await chipsAt('/events?q=jazz&day=today')
  expect(chips.slice(0, 4)).toEqual([
    'Today: /events?q=jazz (chosen)',
    'This weekend: /events?q=jazz&amp;day=weekend',
    'Free: /events?q=jazz&amp;day=today&amp;maxPrice=0',
    'Music: /events?q=jazz&amp;category=music&amp;day=today',
  ])
})

it('a near day replaces chosen dates', async () => {
  const [today] = await chipsAt('/events?from=2099-01-01&to=2099-01-02')
  expect(today).toBe('Today: /events?day=today')
})

it('a chip that would find nothing, or everything, is left out', async () => {
  const one = { cities: [{ value: 'Oslo', count: 3 }], prices: [{ value: 0, count: 3 }] }
  expect(await chipsAt('/', one)).toHaveLength(3)
  const none = await chipsAt('/', { prices: [{ value: 0, count: 0 }] })
  expect(none.filter((chip) => chip.startsWith('Free'))).toEqual([])
})
