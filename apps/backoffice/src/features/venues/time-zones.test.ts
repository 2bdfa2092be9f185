import { expect, test } from 'vitest'
import { matchesWords } from '../../shared/matches-words.ts'
import { zoneChoices, zoneOfPlace } from './time-zones.ts'

const found = (typed: string): string[] =>
  zoneChoices()
    .filter(({ label, keywords }) => matchesWords(`${label} ${keywords}`, typed))
    .map(({ value }) => value)

test.each([
  'Los Angeles',
  'los angeles',
  'LOS_ANG',
  'America/Los_Angeles',
  'angeles america',
  'Pacific',
  'pacific time',
])('%s finds the time zone of Los Angeles', (typed) => {
  expect(found(typed)).toContain('America/Los_Angeles')
})

test('a zone is found by the name that people use today', () => {
  expect(found('Kolkata')).toHaveLength(1)
  expect(found('kyiv')).toHaveLength(1)
  expect(found('São Paulo')).toEqual(found('sao paulo'))
})

test('what begins no word finds nothing', () => {
  expect(found('ngeles')).toEqual([])
})

test('a place suggests its zone if its country has one time, or if a zone has the name of the city', () => {
  expect(zoneOfPlace('FR', '')).toBe('Europe/Paris')
  expect(zoneOfPlace('DE', 'München')).toBe('Europe/Berlin')
  expect(zoneOfPlace('US', ' los angeles ')).toBe('America/Los_Angeles')
  expect(zoneOfPlace('US', 'Portland')).toBe(null)
  expect(zoneOfPlace('US', '')).toBe(null)
})
