import { describe, expect, test } from 'vitest'
import { browserIdOf, newToken } from '../adapters/ids.ts'
import { BrowserSession } from './browser-session.ts'

const MINE = newToken()
const PLANTED = newToken()

const idOf = (cookie: string, isHttps: boolean) =>
  new BrowserSession({ headers: { cookie }, isHttps }).id()

describe.each([
  ['HTTPS', true, '__Host-foyer_browser'],
  ['plain HTTP', false, 'foyer_browser'],
])('over %s', (_, isHttps, name) => {
  test('the cookie that is set is read again', () => {
    const session = new BrowserSession({ headers: {}, isHttps })
    const id = session.ensure()
    const [pair = '', ...attributes] = session.newCookie()?.split('; ') ?? []
    expect(pair.startsWith(`${name}=`)).toBe(true)
    expect(attributes.includes('Secure')).toBe(isHttps)
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
    expect(attributes.some((attribute) => /^domain/i.test(attribute))).toBe(false)
    expect(idOf(pair, isHttps)).toBe(id)
  })

  test('a browser is found among other cookies', () => {
    const mine = `${name}=${MINE}`
    for (const cookie of [
      mine,
      `a=b; ${mine}`,
      `a=b;${mine};c=d`,
      `x${name}=1; ${mine}; ${name}x=2`,
    ]) {
      expect(idOf(cookie, isHttps)).toBe(browserIdOf(MINE))
    }
  })

  test('if two cookies have the name, neither is trusted, in any order or spelling', () => {
    for (const planted of [`${name}=${PLANTED}`, `${name} =${PLANTED}`, `${name}=`, `${name}=x`]) {
      expect(idOf(`${planted}; ${name}=${MINE}`, isHttps)).toBeNull()
      expect(idOf(`${name}=${MINE}; ${planted}`, isHttps)).toBeNull()
    }
  })

  test('a value that is no token identifies no browser', () => {
    for (const value of [
      '',
      'x',
      `${MINE}0`,
      MINE.slice(1),
      MINE.toUpperCase().replace(/\d/g, 'G'),
    ]) {
      expect(idOf(`${name}=${value}`, isHttps)).toBeNull()
    }
  })
})

test('over HTTPS the plain cookie name, which a neighbouring host can plant, is not read', () => {
  expect(idOf(`foyer_browser=${PLANTED}`, true)).toBeNull()
  expect(idOf(`foyer_browser=${PLANTED}; __Host-foyer_browser=${MINE}`, true)).toBe(
    browserIdOf(MINE),
  )
})
