import { may, type Role } from '@foyer/domain'
import { Button, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrdersSearch } from '../../routing/search.ts'
import { DataTable } from '../../shared/data-table.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { ExportButton } from './export-button.tsx'
import { columnsFor } from './order-columns.tsx'
import { OrderFilters } from './order-filters.tsx'
import { foundQuery } from './order-queries.ts'

interface OrdersScreenProps {
  organizer: { slug: string; locale: string; role: Role }
  search: OrdersSearch
  onSearch: (search: OrdersSearch) => void
}

const NOT_SORTED = { id: '', desc: true }

/** Orders, found by anything that a customer says on the telephone. */
export function OrdersScreen({ organizer, search, onSearch }: OrdersScreenProps) {
  const { slug, locale, role } = organizer
  const list = useInfiniteQuery(foundQuery(slug, search))
  const orders = useMemo(() => list.data?.pages.flatMap((page) => page.orders) ?? [], [list.data])
  const columns = useMemo(() => columnsFor(slug, locale), [slug, locale])
  const isFiltered = Object.values(search).some(Boolean)
  return (
    <Page
      title="Orders"
      description="Find an order by anything its buyer tells you. The newest are first."
      actions={may(role, 'buyers.export') && <ExportButton organizer={slug} search={search} />}
    >
      <OrderFilters organizer={slug} search={search} onSearch={onSearch} />
      {list.isPending && (
        <SkeletonGroup label="Loading the orders" className="flex flex-col gap-3">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </SkeletonGroup>
      )}
      {list.isError && !list.data && (
        <FetchFailed
          what="The orders"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {list.data && (
        <div aria-busy={list.isPlaceholderData}>
          <DataTable
            label="Orders"
            columns={columns}
            rows={orders}
            idOf={(order) => order.id}
            isSorted
            sorting={NOT_SORTED}
            onSort={() => undefined}
            empty={
              isFiltered ? (
                <EmptyState
                  title="No order like this"
                  actions={<Button onClick={() => onSearch({})}>Show all orders</Button>}
                >
                  Names are found by how they begin, and every word must match. A name as it is on
                  the card, or the last four digits of it, may help.
                </EmptyState>
              ) : (
                <EmptyState title="No orders yet">
                  Everything that is bought in your shop appears here at once.
                </EmptyState>
              )
            }
          />
          {list.hasNextPage && (
            <Button
              className="mt-6"
              onClick={() => void list.fetchNextPage()}
              busy={list.isFetchingNextPage}
            >
              Show older orders
            </Button>
          )}
        </div>
      )}
    </Page>
  )
}
