import { tickets } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../shared/app-context.tsx'

/** Which wallets tickets can be kept in; for everybody the same. */
export const walletsQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['wallets'],
    queryFn: ({ signal }) => call(tickets.getWallets, { signal }),
  })
