import { type OperatedOrganizer, staffApi } from '@foyer/contract'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import type { PlatformSearch } from '../../routing/search.ts'
import { filterOf } from './organizer-states.ts'

/** Of the platform's operators. */

export const organizersQuery = ({ q, state }: PlatformSearch) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'organizers', { q, state }],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(staffApi.listOperatedOrganizers, {
        query: { q, state: filterOf(state), after: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const operatedQuery = (slug: string) =>
  queryOptions({
    queryKey: ['platform', 'organizer', slug],
    queryFn: () => call(staffApi.getOperatedOrganizer, { params: { slug } }),
  })

/** Stores an organizer as the server answered it; lists and the log are fetched anew. */
export function storeOperated(organizer: OperatedOrganizer): void {
  queryClient.setQueryData(operatedQuery(organizer.slug).queryKey, organizer)
  for (const list of ['organizers', 'log']) {
    void queryClient.invalidateQueries({ queryKey: ['platform', list] })
  }
  // The operator may be a member there as well.
  void queryClient.invalidateQueries({ queryKey: ['organizer', organizer.slug], exact: true })
}

export const configurationQuery = queryOptions({
  queryKey: ['platform', 'configuration'],
  queryFn: () => call(staffApi.getSystemConfiguration, {}),
})

export const healthQuery = queryOptions({
  queryKey: ['platform', 'health'],
  queryFn: () => call(staffApi.getHealth, {}),
  refetchInterval: 30_000,
})

export const logQuery = (slug?: string) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'log', slug ?? null],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(staffApi.listOperatorLog, { query: { slug, after: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
