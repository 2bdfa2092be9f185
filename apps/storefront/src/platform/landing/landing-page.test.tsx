import {
  EXTRAS,
  FEATURES,
  figureOf,
  isSample,
  isShown,
  PROMISE,
  readMoreOf,
  SCALE,
  STATS,
} from '@foyer/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { aContext, aTenant } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/show-page.tsx'
import { createAppRouter } from '../../routes/route-table.ts'
import { platform } from '../platform-routes.ts'

let html = ''
let text = ''
beforeAll(async () => {
  const { app, queryClient } = aContext()
  const withTrial = { queryClient, app: { ...app, tenant: aTenant({ trialDays: 30 }) } }
  const shown = await showPage(withTrial, '/landing', platform)
  html = shown.html.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('&lt;', '<')
  text = shown.text.replaceAll('&lt;', '<').replace(/\s+/g, ' ')
})

const countOf = (pattern: RegExp): number => [...html.matchAll(pattern)].length
const FIRST_FEATURES = 6
const features = FEATURES.filter(({ claim }) => isShown(claim)).slice(0, FIRST_FEATURES)

describe('the sections', () => {
  test('follow one another: promise, figures, features, demo, scale, extras, voices, closing call', () => {
    const marks = [
      'id="promise"',
      'aria-label="Foyer in figures"',
      'id="features"',
      'id="demo"',
      'id="scale"',
      'id="extras"',
      'id="voices"',
      'id="closing"',
    ]
    const positions = marks.map((mark) => html.indexOf(mark))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(html).toContain('<footer')
  })

  test('have six features, each with an icon, a title, a description, highlights and a chart', () => {
    const items = [...html.matchAll(/<li data-feature="[\s\S]*?<\/ul><\/div><\/li>/g)].map(
      ([item]) => item,
    )
    expect(items).toHaveLength(FIRST_FEATURES)
    for (const [index, item] of items.entries()) {
      expect(item).toMatch(/<svg[^>]*role="img" aria-label="[^"]{20,}"[^>]*class="chart /)
      expect(item).toMatch(/<h3><svg/)
      expect(item).toMatch(/<\/h3><p>[^<]{40,}<\/p>/)
      for (const { text: highlight } of features[index]?.highlights ?? []) {
        expect(item).toContain(highlight)
      }
    }
    expect(countOf(/class="chart-line"/g)).toBeGreaterThan(2)
    expect(countOf(/class="chart-(figure|spot)"/g)).toBeGreaterThan(8)
  })

  test('have twelve extra features and six assurances', () => {
    const extras = html.slice(html.indexOf('id="extras"'), html.indexOf('id="voices"'))
    expect([...extras.matchAll(/<h3 /g)]).toHaveLength(12)
    const scale = html.slice(html.indexOf('id="scale"'), html.indexOf('id="extras"'))
    expect([...scale.matchAll(/<h3 /g)]).toHaveLength(6)
  })

  test('have three testimonials with quote, author, role, venue and a rating of 5, marked as samples', () => {
    const voices = html.slice(html.indexOf('id="voices"'), html.indexOf('id="closing"'))
    expect([...voices.matchAll(/<blockquote>/g)]).toHaveLength(3)
    expect([...voices.matchAll(/aria-label="5 of 5 stars"/g)]).toHaveLength(3)
    expect([...voices.matchAll(/class="sample-mark">Sample</g)]).toHaveLength(3)
    expect([
      ...voices.matchAll(/<strong>[^<]+<\/strong><span[^>]*>[^<]+, [^<]+<\/span>/g),
    ]).toHaveLength(3)
  })
})

describe('a claim', () => {
  const shown = [
    ...STATS,
    ...features.flatMap(({ claim, highlights }) => [claim, ...highlights]),
    ...SCALE,
    ...EXTRAS.filter(isShown).slice(0, 12),
  ].filter(isShown)

  test('that is proven is on the page, and leads to its proof', () => {
    expect(shown.length).toBeGreaterThan(40)
    for (const claim of shown.filter((claim) => !isSample(claim))) {
      expect(html).toContain(`href="${readMoreOf(claim)}"`)
      expect(html).toMatch(new RegExp(`class="proven"[^>]*>${escaped(claim.text)}</a>`))
    }
    expect(html).toContain(`href="${readMoreOf(PROMISE)}"`)
  })

  test('leads to a page of the platform', () => {
    const router = createAppRouter(aContext(), platform)
    const addresses = new Set(shown.flatMap((claim) => readMoreOf(claim) ?? []))
    expect([...addresses].filter((address) => !router.find(address).route)).toEqual([])
  })

  test('that nothing proves is not on the page', () => {
    const hidden = [
      ...STATS.map((stat) => ({ ...stat, text: `${figureOf(stat)} ${stat.text}` })),
      ...FEATURES.flatMap(({ claim, highlights }) => [claim, ...highlights]),
      ...EXTRAS,
    ].filter((claim) => !isShown(claim))
    expect(hidden.map((claim) => claim.text)).toEqual(
      expect.arrayContaining(['Dynamic pricing', 'API access', '24/7 support']),
    )
    for (const claim of hidden) expect(text).not.toContain(claim.text)
  })

  test('of a trial names the days of this installation, and is left out where nobody can register', async () => {
    expect(text).toMatch(/30 days\s*of free trial without a credit card/)
    const closed = await showPage(aContext(), '/landing', platform)
    expect(closed.text).not.toContain('of free trial')
  })

  test('that needs customers is marked as a sample: 500+ venues, 35% revenue', () => {
    for (const stat of STATS.filter(isSample)) {
      expect(html).toMatch(
        new RegExp(
          `${escaped(figureOf(stat))}</span></p><p>${escaped(stat.text)}</p><span class="sample-mark">`,
        ),
      )
    }
    expect(STATS.filter(isSample).map(figureOf)).toEqual(['500+', '35%'])
  })
})

test('without a script each figure is already the final one', () => {
  for (const stat of STATS.filter(isShown)) {
    expect(html).toContain(`<p class="stat-figure figures"><span>${figureOf(stat)}</span></p>`)
  }
})

test('the demonstration begins at $79, 7 days, 35% sold, a target of 60% and +$0', () => {
  const demo = html.slice(html.indexOf('id="demo"'), html.indexOf('id="scale"'))
  const values = [...demo.matchAll(/<output[^>]*>([^<]+)<\/output>/g)].map(([, value]) => value)
  expect(values).toEqual(['$79', '+$0', '7', '35%', '60%'])
  expect(demo).toContain('$79 to $149')
  expect(demo).toContain('$0 to $70')
  expect(demo).toContain('35% to 85%')
  expect(demo).toContain('60% to 95%')
  expect(demo).toContain('7 to 1')
})

test('a test counter is at the top in development', () => {
  const counter = html.indexOf('Test counter: ')
  expect(counter).toBeGreaterThan(0)
  expect(counter).toBeLessThan(html.indexOf('id="promise"'))
})

test('nothing on the page has a style attribute, which the content policy forbids', () => {
  expect(html).not.toMatch(/\sstyle="/)
})

const escaped = (value: string): string => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
