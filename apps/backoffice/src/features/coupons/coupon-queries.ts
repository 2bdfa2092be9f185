import { COUPON_CODE_SORTS, COUPON_GROUP_SORTS, RULE_SORTS, staffApi } from '@foyer/contract'
import { groupBy } from '@foyer/domain'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import type { CouponsSearch } from '../../routing/search.ts'

/** Lists of coupons, a page at a time, and the choices that their forms offer. */

const keyOf = (organizer: string) => ['organizer', organizer, 'coupons'] as const

const direction = (isDescending: boolean | undefined) =>
  isDescending === undefined ? undefined : isDescending ? ('true' as const) : ('false' as const)

const paged = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  placeholderData: keepPreviousData,
} as const

export const groupsQuery = (organizer: string, { q, sort, isDescending }: CouponsSearch) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...keyOf(organizer), 'groups', q, sort, isDescending],
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.getCouponGroups, {
        query: {
          q,
          sort: COUPON_GROUP_SORTS.find((known) => known === sort),
          isDescending: direction(isDescending),
          after: pageParam,
        },
        signal,
      }),
  })

export const codesQuery = (organizer: string, { q, sort, isDescending, group }: CouponsSearch) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...keyOf(organizer), 'codes', q, sort, isDescending, group],
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.getCouponCodes, {
        query: {
          q,
          groupId: group,
          sort: COUPON_CODE_SORTS.find((known) => known === sort),
          isDescending: direction(isDescending),
          after: pageParam,
        },
        signal,
      }),
  })

export const rulesQuery = (organizer: string, { q, sort, isDescending }: CouponsSearch) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: [...keyOf(organizer), 'rules', q, sort, isDescending],
    queryFn: ({ pageParam, signal }) =>
      callOf(organizer)(staffApi.getCheckoutRules, {
        query: {
          q,
          sort: RULE_SORTS.find((known) => known === sort),
          isDescending: direction(isDescending),
          after: pageParam,
        },
        signal,
      }),
  })

/** What is wrong with active rules, all of them, by the id of the rule. */
export const ruleWarningsQuery = (organizer: string) =>
  queryOptions({
    queryKey: [...keyOf(organizer), 'rule-warnings'],
    queryFn: ({ signal }) => callOf(organizer)(staffApi.getRuleWarnings, { signal }),
    select: ({ warnings }): RuleWarnings =>
      new Map(
        [...groupBy(warnings, ({ ruleId }) => ruleId)].map(([ruleId, ofRule]) => [
          ruleId,
          ofRule.map(({ text }) => text).join(' '),
        ]),
      ),
  })

export type RuleWarnings = ReadonlyMap<string, string>

/** The groups that a code or a rule may belong to: the first ones by name that match. */
export const groupChoicesQuery = (organizer: string, q: string) =>
  queryOptions({
    queryKey: [...keyOf(organizer), 'group-choices', q],
    queryFn: () =>
      callOf(organizer)(staffApi.getCouponGroups, { query: { q: q || undefined, sort: 'name' } }),
    placeholderData: keepPreviousData,
  })

/** Every list has counts of what the others list. */
export const refetchCoupons = (organizer: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: keyOf(organizer) })
