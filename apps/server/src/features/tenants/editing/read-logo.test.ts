import { describe, expect, test } from 'vitest'
import { readLogo } from './read-logo.ts'

const svg = (attributes: string) => Buffer.from(`<svg ${attributes}><path/></svg>`)

describe('the reader of logos', () => {
  test.each([
    ['viewBox="0 0 120 40"', '120x40'],
    [`viewBox='-1,-1,23.6,9.5' width="5"`, '24x10'],
    ['width="64px" height="32"', '64x32'],
  ])('finds the size of an SVG with %s', (attributes, size) => {
    expect(readLogo(svg(attributes)).file).toMatch(new RegExp(`^[0-9a-f]{16}-${size}\\.svg$`))
  })

  test('accepts a declaration and comments before the SVG', () => {
    const bytes = Buffer.from('<?xml version="1.0"?>\n<!-- a -->\n<svg viewBox="0 0 1 2"/>')
    expect(readLogo(bytes)).toMatchObject({ mediaType: 'image/svg+xml', bytes })
  })

  test('finds the size of a PNG', () => {
    const bytes = Buffer.alloc(33)
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(bytes)
    bytes.writeUInt32BE(300, 16)
    bytes.writeUInt32BE(100, 20)
    expect(readLogo(bytes)).toMatchObject({ mediaType: 'image/png' })
    expect(readLogo(bytes).file).toMatch(/-300x100\.png$/)
  })

  test.each([
    ['no picture', Buffer.from('<html><svg viewBox="0 0 1 1"/></html>'), 'SVG or a PNG'],
    ['nothing', Buffer.alloc(0), 'SVG or a PNG'],
    ['an SVG without a size', svg('width="100%"'), 'viewBox'],
    ['an SVG without room', svg('viewBox="0 0 0 4"'), 'viewBox'],
    ['a picture that is too heavy', Buffer.alloc(256 * 1024 + 1), '256 kB'],
  ])('refuses %s', (_, bytes, text) => {
    expect(() => readLogo(bytes)).toThrow(text)
  })
})
