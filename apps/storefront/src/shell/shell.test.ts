import { describe, expect, it } from 'vitest'
import { carriesPoster } from '../routes/route-table.ts'
import { posterFiles } from '../shared/event/poster.tsx'
import { faviconUrl } from './brand-mark.tsx'
import { NAV_ITEMS } from './nav.tsx'

describe("an event's picture", () => {
  const drawn = { imageUrl: '/posters/e1/poster.svg', format: 'wide', base: '' } as const
  const uploaded = { ...drawn, imageUrl: '/pictures/0123456789abcdef0123/poster-640.webp' }

  it('has an address that follows the format', () => {
    expect(posterFiles(drawn)).toEqual({ src: '/posters/e1/wide.svg' })
    expect(posterFiles({ ...drawn, imageUrl: '/posters/e1/poster-dark.svg' }).src).toBe(
      '/posters/e1/wide.svg',
    )
  })

  it('has an address that begins with the base of its tenant', () => {
    expect(posterFiles({ ...drawn, base: '/harbor' }).src).toBe('/harbor/posters/e1/wide.svg')
    expect(posterFiles({ ...uploaded, base: '/harbor' }).src).toMatch(/^\/harbor\/pictures\//)
  })

  it('prints the day that was bought on a drawn poster', () => {
    const date = '2026-11-21'
    expect(posterFiles({ ...drawn, format: 'poster', date }).src).toBe(
      '/posters/e1/poster.svg?date=2026-11-21',
    )
    expect(posterFiles({ ...drawn, date }).src).toBe('/posters/e1/wide.svg')
  })

  it('has several widths if an organizer uploaded it', () => {
    const folder = '/pictures/0123456789abcdef0123'
    expect(posterFiles({ ...uploaded, date: '2026-11-21' })).toEqual({
      src: `${folder}/wide-960.webp`,
      srcSet: `${folder}/wide-480.webp 480w, ${folder}/wide-960.webp 960w, ${folder}/wide-1600.webp 1600w`,
    })
    expect(posterFiles({ ...uploaded, format: 'social' })).toEqual({
      src: `${folder}/social-1200.jpg`,
    })
  })

  it('keeps its address on another site', () => {
    const imageUrl = 'https://images.example/poster.svg'
    expect(posterFiles({ ...drawn, imageUrl, base: '/harbor' })).toEqual({ src: imageUrl })
  })

  it('is a default one for an event without a picture', () => {
    expect(posterFiles({ ...drawn, imageUrl: '' }).src).toContain('svg')
  })
})

describe('the site navigation', () => {
  const current = (path: string) =>
    NAV_ITEMS.filter(({ isActive }) => isActive(path)).map(({ label }) => label)

  it.each([
    ['/', ['Events']],
    ['/events-api', ['Events']],
    ['/events-api/e1/tickets', ['Events']],
    ['/events', ['Events']],
    ['/events/e1/time', ['Events']],
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
