import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { aTenant } from '../../test/fixtures.ts'
import { type PageData, takeOver, toScriptJson } from './page-data.ts'

it('the JSON of a page cannot end its script element and parses to the same data', () => {
  const data: PageData = {
    site: 'shop',
    tenant: aTenant({ name: '</script><!--\u2028' }),
    base: '',
    hasDemos: false,
    assets: { boot: '/b.js', styles: [], modules: [] },
    queries: { queries: [], mutations: [] },
    isFailed: false,
  }
  const json = toScriptJson(data)
  expect(json).not.toMatch(/[<\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(data)
})

it('a new page has the same queries as if the library had taken over the data of the server', async () => {
  const server = new QueryClient()
  await server.prefetchQuery({ queryKey: ['event', 'e1'], queryFn: () => ({ name: 'Gala' }) })
  await server.prefetchInfiniteQuery({
    queryKey: ['events'],
    queryFn: () => ['e1'],
    initialPageParam: 0,
  })
  const sent = JSON.parse(JSON.stringify(dehydrate(server)))
  const ours = new QueryClient()
  takeOver(ours, sent)
  const theirs = new QueryClient()
  hydrate(theirs, sent)
  expect(queriesOf(ours)).toHaveLength(2)
  expect(queriesOf(ours)).toEqual(queriesOf(theirs))
})

const queriesOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey, queryHash, queryType, state }) => ({ queryKey, queryHash, queryType, state }))
