import { platform } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../shared/app-context.tsx'

export const statusQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => call(platform.getStatus, { signal }),
  })
