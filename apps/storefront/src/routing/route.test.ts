import { expect, it } from 'vitest'
import { aContext } from '../../test/fixtures.ts'
import { lazyScreen } from './lazy-screen.ts'
import { findLocation, NO_PAGE, NOT_FOUND, openLocation, type Route, redirect } from './route.ts'

const Nothing = () => null
const screen = lazyScreen(async () => Nothing)
const noPage = lazyScreen(async () => Nothing)

/** The result of a route at '/a/$id'. */
function opened(part: Partial<Route>, address = '/a/1') {
  const location = findLocation([{ path: '/a/$id', screen, ...part }], address)
  return openLocation(location, aContext(), noPage)
}

it('the first route that an address fits is its route', () => {
  const routes = [{ path: '/a' }, { path: '/$id' }, { path: '/b' }]
  expect(findLocation(routes, '/a').route).toBe(routes[0])
  expect(findLocation(routes, '/b')).toMatchObject({ route: routes[1], params: { id: 'b' } })
  expect(findLocation(routes, '/b/c').route).toBeUndefined()
})

it('if an address does not meet the condition of a route, the next route is tried', () => {
  const matches = ({ id = '' }) => id.startsWith('x')
  const routes = [{ path: '/$id', matches }, { path: '/$id' }]
  expect(findLocation(routes, '/x1').route).toBe(routes[0])
  expect(findLocation(routes, '/1').route).toBe(routes[1])
})

it('invalid parameters are dropped and unknown ones stay', () => {
  const readSearch = () => ({ date: undefined, n: '2' })
  const at = (address: string) => findLocation([{ path: '/a', readSearch }], address)
  expect(at('/a?date=x&n=2&utm=y#b')).toMatchObject({
    to: '/a?n=2&utm=y#b',
    isClean: false,
    search: { n: '2', utm: 'y' },
  })
  expect(at('/a?n=2').isClean).toBe(true)
  expect(at('//a/?n=2')).toMatchObject({ to: '/a?n=2', isClean: false })
})

it('a screen is shown once its data and its chunk are loaded', async () => {
  const done: string[] = []
  const chunk = lazyScreen(async () => {
    done.push('chunk')
    return Nothing
  })
  const load: Route['load'] = async ({ params, search }) => {
    done.push(`data of ${params.id} ${search.q}`)
    return undefined
  }
  expect((await opened({ screen: chunk, load }, '/a/7?q=x')).kind).toBe('screen')
  expect(done.toSorted()).toEqual(['chunk', 'data of 7 x'])
})

it('an address that is not shown is a redirect, an unknown subject, or not a page', async () => {
  const elsewhere = redirect({ to: '/b' })
  expect(await opened({ load: () => elsewhere })).toEqual(elsewhere)
  expect((await opened({ load: () => NOT_FOUND, notFound: screen })).kind).toBe('notFound')
  expect((await opened({ load: () => NOT_FOUND })).kind).toBe('noPage')
  expect((await opened({ load: () => NO_PAGE, notFound: screen })).kind).toBe('noPage')
  expect((await opened({}, '/b')).kind).toBe('noPage')
})

it('a failed load shows the failed screen, even if the chunk of the screen is missing', async () => {
  const error = new Error('no database')
  const load = () => Promise.reject(error)
  const lost = lazyScreen(() => Promise.reject(new Error('no such chunk')))
  expect(await opened({ load, screen: lost })).toMatchObject({ kind: 'failed', error })
})

it('a chunk that failed to load is requested again', async () => {
  let isOnline = false
  const chunk = lazyScreen(async () => {
    if (!isOnline) throw new Error('offline')
    return Nothing
  })
  await expect(opened({ screen: chunk })).rejects.toThrow('offline')
  isOnline = true
  expect((await opened({ screen: chunk })).kind).toBe('screen')
})
