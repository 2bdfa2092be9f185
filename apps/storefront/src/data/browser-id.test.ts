import { afterEach, expect, it, vi } from 'vitest'
import { withStorage } from '../../test/storage-stub.ts'
import { browserId } from './call-headers.ts'

const NAME = /^browser_[0-9a-f]{32}$/

afterEach(() => {
  vi.unstubAllGlobals()
})

const forbidden = () => {
  throw new Error('SecurityError')
}

it('is made up once and kept', () => {
  withStorage()
  const first = browserId()
  expect(first).toMatch(NAME)
  expect(browserId()).toBe(first)
})

it('is another one in another browser', () => {
  withStorage()
  const first = browserId()
  withStorage()
  expect(browserId()).not.toBe(first)
})

it('falls back to the session where nothing may be kept for longer', () => {
  withStorage()
  const { localStorage: sessionStorage } = window
  vi.stubGlobal('window', {
    localStorage: { getItem: () => null, setItem: forbidden },
    sessionStorage,
  })
  const first = browserId()
  expect(first).toMatch(NAME)
  expect(browserId()).toBe(first)
})

it('costs nothing where all storage is forbidden', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      return forbidden()
    },
    get sessionStorage() {
      return forbidden()
    },
  })
  expect(browserId()).toMatch(NAME)
})
