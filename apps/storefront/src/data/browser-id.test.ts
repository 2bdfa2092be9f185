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

it('the id of a browser is created once and stored', () => {
  withStorage()
  const first = browserId()
  expect(first).toMatch(NAME)
  expect(browserId()).toBe(first)
})

it('another browser gets another id', () => {
  withStorage()
  const first = browserId()
  withStorage()
  expect(browserId()).not.toBe(first)
})

it('the id is stored for the session if nothing may be stored for longer', () => {
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

it('a browser without any storage gets an id as well', () => {
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
