import { type Money, type MoneyFlow, staffApi } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import { callOf } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'

export type Account = NonNullable<Money['account']>
export type Payout = MoneyFlow['payouts'][number]
export type Dispute = Money['disputes'][number]

export const moneyQuery = (organizer: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'money'],
    queryFn: () => callOf(organizer)(staffApi.getMoney, {}),
  })

/** What the provider itself has: asked at each visit. */
export const flowQuery = (organizer: string, accountId: string) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'money', 'flow', accountId],
    queryFn: () => callOf(organizer)(staffApi.getMoneyFlow, {}),
    staleTime: 0,
    retry: false,
  })

export const storeMoney = (organizer: string, money: Money): void =>
  void queryClient.setQueryData(moneyQuery(organizer).queryKey, money)
