import { describe, expect, test } from 'vitest'
import { changedSince, withVersion } from './versions.ts'

const VENUE = { name: 'The Roxy', rooms: ['hall', 'bar'] }

describe('the version of a thing that several people may edit', () => {
  test('is the same for the same view, and its form may send it', () => {
    const version = withVersion(VENUE).version
    expect(withVersion(structuredClone(VENUE))).toEqual({ ...VENUE, version })
    expect(changedSince(version, withVersion(VENUE))).toBeNull()
  })

  test('is another one once anything in the view has changed, and the refusal has the new view', () => {
    const before = withVersion(VENUE)
    const now = withVersion({ ...VENUE, rooms: ['hall'] })
    expect(changedSince(before.version, now)).toMatchObject({
      ok: false,
      refusal: { code: 'changed_meanwhile', details: { current: now } },
    })
  })
})
