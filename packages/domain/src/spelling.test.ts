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

describe('the number of typing errors', () => {
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
  ])('from %s to the beginning of %s is %i', (typed, word, slips) => {
    expect(slipsToBegin(typed, word)).toBe(slips)
  })
})

describe('a typed word', () => {
  it('means the words that contain it, and no other spelling if there are any', () => {
    expect(meant('konzert')).toEqual(['weihnachtskonzert'])
    expect(meant('house')).toEqual(['lighthouse'])
  })

  it('may have one typing error in four letters and two in eight', () => {
    expect(meant('jzaz')).toEqual(['jazz'])
    expect(meant('sesions')).toEqual(['sessions'])
    expect(meant('lihgthuose')).toEqual(['lighthouse'])
    expect(meant('sxsxions')).toEqual(['sessions'])
    expect(meant('jxzx')).toEqual([])
  })

  it('may have no typing error in three letters', () => {
    expect(meant('car')).toEqual([])
  })

  it('is not read as another spelling if a word begins with it', () => {
    expect(meant('ligt', true)).toEqual([])
    expect(meant('ligt')).toEqual(['lighthouse', 'light'])
  })

  it('gives a candidate less quality the further that is from what was typed', () => {
    const [inside] = meantWords('konzert', false, WORDS)
    const [misspelt] = meantWords('jzaz', false, WORDS)
    expect(inside?.quality).toBeLessThan(1)
    expect(misspelt?.quality).toBeLessThan(inside?.quality ?? 0)
  })
})

describe('the nearest word', () => {
  it('may differ more than a search allows, by up to half of its letters', () => {
    expect(nearestWord('lxgxthxuse', WORDS)).toBe('lighthouse')
    expect(meant('lxgxthxuse')).toEqual([])
  })

  it('is none if all words differ too much', () => {
    expect(nearestWord('quxotique', WORDS)).toBeUndefined()
  })
})
