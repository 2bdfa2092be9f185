import { expect, test } from 'vitest'
import { patternsIn, whySlow } from './slow-patterns.mjs'

const NESTED = 'has an unbounded repeat within another'
const BESIDE = 'has unbounded repeats beside each other that match the same text'
const MOVING = 'begins with an unbounded repeat, which is tried again from each character'

test.each([
  // The logo that stopped the process: comments that no <svg follows.
  [String.raw`^\s*(?:<!--[\s\S]*?-->\s*)*<svg`, NESTED],
  ['^(a+)+$', NESTED],
  ['^(a|a?)+b{2,}(c*d)*$', NESTED],
  [String.raw`url\(\s*["']?\s*(?!#)[^\s"'#)]`, BESIDE],
  [String.raw`^\w*\d+x`, BESIDE],
  ['^[^@]+@?[^@.]+$', BESIDE],
  [String.raw`\s+$`, MOVING],
  [String.raw`\s*\n`, MOVING],
  [String.raw`^\s*<svg[\s>]`, null],
  ['^[a-z]+-[0-9]+$', null],
  ['(?:x{1,3}y){2}', null],
])('/%s/ %s', (pattern, reason) => {
  expect(whySlow(pattern, '')).toBe(reason)
})

test('regular expressions are found wherever they stand in a file', () => {
  const source = `
    const spaces = /\\s+$/gu
    export const Page = ({ text }: { text: string }) => <p>{text.replace(/a+/, '/b+/')}</p>`
  expect(patternsIn(source, { isJsx: true })).toEqual([
    { pattern: '\\s+$', flags: 'gu' },
    { pattern: 'a+', flags: '' },
  ])
})
