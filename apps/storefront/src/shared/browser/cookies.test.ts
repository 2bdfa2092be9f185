import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepsCookies } from './cookies.ts'

afterEach(() => vi.unstubAllGlobals())

/** A document whose cookies are what `keep` makes of what is written. */
function pageThat(keep: (written: string) => string): Document {
  let stored = ''
  return {
    get cookie() {
      return stored
    },
    set cookie(written: string) {
      stored = keep(written)
    },
  } as Document
}

describe('whether a browser keeps cookies', () => {
  it.each([
    ['one that keeps them', true, (written: string) => written, true],
    ['one that says it does not', false, (written: string) => written, false],
    ['one that drops them without saying so', true, () => '', false],
    [
      'a sandboxed frame',
      true,
      () => {
        throw new DOMException('The document is sandboxed', 'SecurityError')
      },
      false,
    ],
  ])('%s', (_, cookieEnabled, keep, isKept) => {
    vi.stubGlobal('navigator', { cookieEnabled })
    expect(keepsCookies(pageThat(keep))).toBe(isKept)
  })
})
