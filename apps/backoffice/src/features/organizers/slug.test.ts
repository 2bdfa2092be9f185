import { isBrandSlug } from '@foyer/domain'
import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

test.each([
  ['Théâtre du Lac', 'theatre-du-lac'],
  ['  The “Roxy” & Friends!  ', 'the-roxy-friends'],
  ['Große Bühne', 'grosse-buhne'],
  ['東京', ''],
])('the name %j suggests the address %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a long name suggests an address that is possible', () => {
  expect(isBrandSlug(slugOf('Freilichttheateraufführungsgesellschaft Niederösterreich-Süd'))).toBe(
    true,
  )
})
