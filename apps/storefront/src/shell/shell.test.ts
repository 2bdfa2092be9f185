import { describe, expect, it } from 'vitest'
import { carriesPoster } from '../routes/route-table.ts'
import { posterUrl } from '../shared/event/poster.tsx'
import { faviconUrl } from './brand-mark.tsx'
import { NAV_ITEMS } from './nav.tsx'

describe("a poster's address", () => {
  const drawn = {
    imageUrl: '/posters/e1/poster-dark.svg',
    format: 'wide',
    theme: 'light',
    base: '',
  } as const

  it('follows format and theme', () => {
    expect(posterUrl(drawn)).toBe('/posters/e1/wide-light.svg')
  })

  it('the address of a poster begins with the base of its tenant', () => {
    expect(posterUrl({ ...drawn, base: '/harbor' })).toBe('/harbor/posters/e1/wide-light.svg')
  })

  it('prints the day that was bought', () => {
    expect(posterUrl({ ...drawn, date: '2026-11-21' })).toBe(
      '/posters/e1/wide-light.svg?date=2026-11-21',
    )
  })

  it('an external picture keeps its address', () => {
    const imageUrl = 'https://images.example/poster.svg'
    expect(posterUrl({ ...drawn, imageUrl, base: '/harbor' })).toBe(imageUrl)
  })

  it('an event without a picture has a default one', () => {
    expect(posterUrl({ ...drawn, imageUrl: '' })).toContain('svg')
  })
})

describe('the site navigation', () => {
  const current = (path: string) =>
    NAV_ITEMS.filter(({ isActive }) => isActive(path)).map(({ label }) => label)

  it.each([
    ['/', ['Events']],
    ['/events-api', ['Events']],
    ['/events-api/e1/tickets', ['Events']],
    ['/events-apix', []],
    ['/manage-order', ['Manage Orders']],
    ['/manage-order/lookup', ['Manage Orders']],
    ['/checkout-api/12345', []],
  ])('shows for %s: %s', (path, labels) => {
    expect(current(path)).toEqual(labels)
  })
})

describe('the poster is carried over', () => {
  it.each([
    ['/', '/events-api/e1', true],
    ['/events-api/e1', '/events-api', true],
    ['/events-api/e1', '/events-api/e1/tickets', false],
    ['/', '/manage-order', false],
  ])('from %s to %s: %s', (from, to, carried) => {
    expect(carriesPoster(from, to)).toBe(carried)
  })
})

it("draws the tab's icon in the tenant's hue", () => {
  expect(decodeURIComponent(faviconUrl(170))).toContain('oklch(.78 .165 170)')
})
