import { describe, expect, it } from 'vitest'
import { mergeMetadata, metadata } from './metadata.ts'

describe('metadata', () => {
  it('is read as text by key, and unset as a whole by an empty value', () => {
    expect(metadata({ a: '1' }, 'metadata')).toEqual({ a: '1' })
    expect(metadata('', 'metadata')).toBeNull()
    expect(metadata(undefined, 'metadata')).toBeUndefined()
  })

  it.each([
    ['text', /Invalid object/],
    [{ a: { b: '1' } }, /Invalid string/],
    [{ ['k'.repeat(41)]: '1' }, /keys can have up to 40 characters/],
    [{ k: 'v'.repeat(501) }, /values can have up to 500 characters/],
  ])('refuses %j', (sent, message) => {
    expect(() => metadata(sent, 'metadata')).toThrow(message)
  })

  it('merges by key; empty values delete', () => {
    expect(mergeMetadata({ a: '1', b: '2' }, { b: '', c: '3' })).toEqual({ a: '1', c: '3' })
    expect(mergeMetadata({ a: '1' }, undefined)).toEqual({ a: '1' })
    expect(mergeMetadata({ a: '1' }, null)).toEqual({})
  })

  it('has at most 50 keys', () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']))
    expect(() => mergeMetadata({}, many)).toThrow('Metadata can have up to 50 keys')
  })
})
