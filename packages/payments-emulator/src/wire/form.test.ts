import { describe, expect, it } from 'vitest'
import { parseForm } from './form.ts'

describe('parseForm', () => {
  it('nests by brackets', () => {
    const form = parseForm('amount=100&metadata[cart]=7&a[b][c]=1&a[b][d]=2')
    expect(form).toEqual({ amount: '100', metadata: { cart: '7' }, a: { b: { c: '1', d: '2' } } })
  })

  it('numbers the items of an array, given with indices or without', () => {
    const indexed = parseForm('expand[0]=a&expand[1]=b')
    expect(parseForm('expand[]=a&expand[]=b')).toEqual(indexed)
    expect(indexed).toEqual({ expand: { 0: 'a', 1: 'b' } })
  })

  it('decodes names and values, and survives broken escapes', () => {
    expect(parseForm('a%5Bb%5D=x+y%26z&c=%zz')).toEqual({ a: { b: 'x y&z' }, c: '%zz' })
  })

  it('takes malformed brackets literally', () => {
    expect(parseForm('a[=1&]b=2')).toEqual({ 'a[': '1', ']b': '2' })
  })

  it('treats the names of object internals as data', () => {
    const form = parseForm('__proto__[polluted]=1&constructor=2')
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor'])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('refuses forms that are absurdly large or deep', () => {
    expect(() => parseForm('a=1&'.repeat(1001))).toThrow(RangeError)
    expect(() => parseForm(`a${'[b]'.repeat(20)}=1`)).toThrow(RangeError)
  })
})
