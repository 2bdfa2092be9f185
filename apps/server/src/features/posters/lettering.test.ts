import { describe, expect, it } from 'vitest'
import { BOLD, evenLines, HEAVY, setLine, typeset, widthPerHeight } from './lettering.ts'

describe('typesetting a text', () => {
  it('turns words into capitals, plain spaces and signs that our letters include', () => {
    expect(typeset('  Rock & Roll…\n“Live”  ')).toBe("ROCK & ROLL... 'LIVE'")
    expect(typeset('Straße')).toBe('STRASSE')
  })

  it('drops emoji with their joiners, and nothing else', () => {
    expect(typeset('👩‍🎤 Nina ❤️ 24/7 👍🏽')).toBe('NINA 24/7')
  })
})

describe('a long text', () => {
  it('ends after a word, with dots', () => {
    expect(typeset('the great hall of the people', 20)).toBe('THE GREAT HALL...')
    expect(typeset('THE GREAT HALL', 14)).toBe('THE GREAT HALL')
  })

  it('is cut inside a word that is too long itself', () => {
    expect(typeset('Donaudampfschifffahrt', 12)).toBe('DONAUDAMP...')
  })
})

describe('measuring a text', () => {
  it('gives every figure its width and adds the space between', () => {
    const one = widthPerHeight('8', HEAVY)
    expect(widthPerHeight('88', HEAVY)).toBeGreaterThan(one * 2)
    expect(widthPerHeight('1', HEAVY)).toBeLessThan(one)
  })

  it('gives accents no width', () => {
    expect(widthPerHeight('MÄRZ', HEAVY)).toBe(widthPerHeight('MARZ', HEAVY))
  })

  it('measures characters that our letters lack in a font that has them', () => {
    expect(widthPerHeight('東京', BOLD)).toBeGreaterThan(2)
  })
})

describe('setting a line', () => {
  const at = { x: 10, y: 20, height: 126, fill: '#102030', pen: HEAVY }

  it('fits the letters into exactly the measured box', () => {
    const width = Math.round(widthPerHeight('10', HEAVY) * 126 * 10) / 10
    expect(setLine('10', at)).toContain(`<svg x="10" y="20" width="${width}" height="126"`)
  })

  it('moves each letter along the line', () => {
    expect(setLine('II', { ...at, pen: { weight: 20, tracking: 5 } })).toContain(
      'd="M0 0v100M25 0v100"',
    )
  })

  it('sets marks over and under the letters in windows of their own', () => {
    expect(setLine('A', at).match(/<svg/g)).toHaveLength(1)
    expect(setLine('ÄÇ', at).match(/<svg/g)).toHaveLength(3)
  })
})

describe('breaking into lines', () => {
  it('returns one line if only one is allowed', () => {
    expect(evenLines('THE GREAT HALL', 1, HEAVY)).toEqual(['THE GREAT HALL'])
  })

  it('makes the lines as even as the words allow', () => {
    expect(evenLines('DESIGNING PUBLIC SPACE 2027', 2, HEAVY)).toEqual([
      'DESIGNING PUBLIC',
      'SPACE 2027',
    ])
    expect(evenLines('ONE TWO SIX TEN', 2, HEAVY)).toEqual(['ONE TWO', 'SIX TEN'])
  })

  it('breaks a script without spaces between words', () => {
    const lines = evenLines(typeset('夜の庭園と月の展覧会'), 2, HEAVY)
    expect(lines).toHaveLength(2)
    expect(lines.join('').replaceAll('\u200b', '')).toBe('夜の庭園と月の展覧会')
  })

  it('never splits a word and never loses one', () => {
    const text = 'FRÜHLINGSKONZERT DES KAMMERORCHESTERS SCHWÄBISCH GMÜND'
    for (const most of [2, 3, 4, 5]) {
      const lines = evenLines(text, most, HEAVY)
      expect(lines.length).toBeLessThanOrEqual(most)
      expect(lines.join(' ')).toBe(text)
    }
  })
})
