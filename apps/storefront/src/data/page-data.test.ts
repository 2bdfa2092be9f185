import { expect, it } from 'vitest'
import { aTenant } from '../../test/fixtures.ts'
import { type PageData, toScriptJson } from './page-data.ts'

it('the JSON of a page cannot end its script element and parses to the same data', () => {
  const data: PageData = {
    site: 'shop',
    tenant: aTenant({ name: '</script><!--\u2028' }),
    base: '',
    hasDemos: false,
    assets: { boot: '/b.js', styles: [], modules: [] },
    queries: { queries: [], mutations: [] },
    isFailed: false,
  }
  const json = toScriptJson(data)
  expect(json).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(data)
})
