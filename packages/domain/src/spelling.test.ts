import { describe, expect, it } from 'vitest'
import { meantWords, nearestWord, slipsToBegin } from './spelling.ts'

const WORDS = [
  'jazz',
  'lighthouse',
  'light',
  'house',
  'weihnachtskonzert',
  'sessions',
  'war',
  'bar',
]
const meant = (typed: string, begins = false) =>
  meantWords(typed, begins, WORDS).map(({ word }) => word)

describe('slips', () => {
  it.each([
    ['jazz', 'jazz', 0],
    ['ligh', 'lighthouse', 0],
    ['lihgt', 'light', 1],
    ['jaz', 'jazz', 0],
    ['jizz', 'jazz', 1],
    ['jjazz', 'jazz', 1],
    ['lighthose', 'lighthouse', 1],
    ['lgihthuose', 'lighthouse', 2],
    ['', 'jazz', 0],
    ['jazz', '', 4],
  ])('%s to begin %s: %i', (typed, word, slips) => {
    expect(slipsToBegin(typed, word)).toBe(slips)
  })
})

describe('a typed word', () => {
  it('means words that contain it, and no other spelling beside them', () => {
    expect(meant('konzert')).toEqual(['weihnachtskonzert'])
    expect(meant('house')).toEqual(['lighthouse'])
  })

  it('forgives one slip in four letters and two in eight', () => {
    expect(meant('jzaz')).toEqual(['jazz'])
    expect(meant('sesions')).toEqual(['sessions'])
    expect(meant('lihgthuose')).toEqual(['lighthouse'])
    expect(meant('sxsxions')).toEqual(['sessions'])
    expect(meant('jxzx')).toEqual([])
  })

  it('forgives none in three letters', () => {
    expect(meant('car')).toEqual([])
  })

  it('is not read otherwise where a word begins with it', () => {
    expect(meant('ligt', true)).toEqual([])
    expect(meant('ligt')).toEqual(['lighthouse', 'light'])
  })

  it('counts less the further it is from what is typed', () => {
    const [inside] = meantWords('konzert', false, WORDS)
    const [misspelt] = meantWords('jzaz', false, WORDS)
    expect(inside?.quality).toBeLessThan(1)
    expect(misspelt?.quality).toBeLessThan(inside?.quality ?? 0)
  })
})

describe('the nearest word', () => {
  it('may be further away than what is searched for, by up to half of its letters', () => {
    expect(nearestWord('lxgxthxuse', WORDS)).toBe('lighthouse')
    expect(meant('lxgxthxuse')).toEqual([])
  })

  it('is none where all are strangers', () => {
    expect(nearestWord('quxotique', WORDS)).toBeUndefined()
  })
})
