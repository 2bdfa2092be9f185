import { describe, expect, it } from 'vitest'
import { typographic } from './typography.ts'

describe('typographic quotes', () => {
  it.each([
    ["The Weather Keeper's Daughter", 'The Weather Keeper’s Daughter'],
    ["Evensong for Ships' Horns", 'Evensong for Ships’ Horns'],
    ["Rock 'n' Roll of the '90s", 'Rock ’n’ Roll of the ’90s'],
    ["We can't, 'really', they're busy", 'We can’t, ‘really’, they’re busy'],
    ["The 'Keeper's' night", 'The ‘Keeper’s’ night'],
    ['She plays "Letters" twice', 'She plays “Letters” twice'],
    ['("Letters")', '(“Letters”)'],
    ["L'Été, c'est l'été", 'L’Été, c’est l’été'],
    ['A door of 6\' and 5"', 'A door of 6\' and 5"'],
    ['He said "at 7" and left', 'He said “at 7” and left'],
    ['already ‘printed’ “well”', 'already ‘printed’ “well”'],
    ["Write to o'brien@example.com", "Write to o'brien@example.com"],
    ["'Tickets': 'a@b.example'", '‘Tickets’: ‘a@b.example’'],
    [`See https://a.example/it's?q="b" today`, `See https://a.example/it's?q="b" today`],
    ['none', 'none'],
    ['', ''],
  ])('prints %s as %s', (typed, printed) => {
    expect(typographic(typed)).toBe(printed)
  })

  it('leaves a text that is printed already as it is', () => {
    const printed = typographic(`The Keeper's "Log", '90s`)
    expect(typographic(printed)).toBe(printed)
  })

  it.each(["'", '"', " '", "a'", "' a", "a'@"])(
    'takes a time that grows with the text: %j',
    (part) => {
      const text = part.repeat(50_000)
      const begun = performance.now()
      expect(typographic(text)).toHaveLength(text.length)
      expect(performance.now() - begun).toBeLessThan(1000)
    },
  )

  it('returns null and undefined as they are, so that a change can leave a field out', () => {
    expect([typographic(null), typographic(undefined)]).toEqual([null, undefined])
  })
})
