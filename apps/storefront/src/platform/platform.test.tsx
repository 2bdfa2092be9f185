import { isPlatformPath } from '@foyer/domain'
import { expect, it } from 'vitest'
import { aContext } from '../../test/fixtures.ts'
import { showPage } from '../../test/show-page.tsx'
import { shop } from '../routes/route-table.ts'
import { platform } from './platform-routes.ts'

it('every address of the platform is one that the server gives to it, and none of a shop is', () => {
  expect(platform.routes.filter(({ path }) => !isPlatformPath(path))).toEqual([])
  expect(shop.routes.filter(({ path }) => isPlatformPath(path))).toEqual([])
})

it('an unknown address of the platform leads to the platform and not to a shop', async () => {
  const answers = { '/api/platform/guides': { groups: [] } }
  const { html, text } = await showPage(aContext(answers), '/documentation/none', platform)
  expect(text).toContain('Page Not Found')
  expect(html).toContain('href="/landing"')
  expect(html).not.toContain('href="/events-api"')
})
