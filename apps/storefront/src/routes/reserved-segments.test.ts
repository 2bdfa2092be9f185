import { brandSegmentOf, RESERVED_SEGMENTS } from '@foyer/domain'
import { expect, it } from 'vitest'
import { routePaths } from './sites.ts'

const paths = routePaths()

it('no brand can shadow a route: every first segment of the route tables is reserved', () => {
  const segments = new Set(paths.map((path) => path.split('/')[1] ?? ''))
  const named = [...segments].filter((segment) => segment !== '' && !segment.startsWith('$'))
  expect(named).toEqual(expect.arrayContaining(['events-api', 'checkout-api', 'pages']))
  const reserved: readonly string[] = RESERVED_SEGMENTS
  expect(named.filter((segment) => !reserved.includes(segment))).toEqual([])
})

it('an address of the tables never names a brand, in upper or lower case', () => {
  const concrete = paths
    .filter((path) => path !== '/')
    .map((path) => path.replaceAll(/\$\w+/g, 'f399c29c-d8ef-4fc1-8e96-adc7a84358d8'))
  for (const path of concrete) {
    expect([path, brandSegmentOf(path), brandSegmentOf(path.toUpperCase())]).toEqual([
      path,
      null,
      null,
    ])
  }
})
