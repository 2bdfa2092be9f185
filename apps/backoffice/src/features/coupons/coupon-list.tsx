import { Button, EmptyState, Skeleton, SkeletonGroup } from '@foyer/ui'
import type { ReactNode } from 'react'
import type { CouponsSearch } from '../../routing/search.ts'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { FetchFailed, Page } from '../../shared/page.tsx'
import { SearchField } from '../../shared/search-field.tsx'

interface CouponListProps<Row extends { id: string }> {
  title: 'Coupon Groups' | 'Coupon Codes' | 'Checkout Rules'
  description: string
  /** What the rows are called in sentences: 'coupon groups'. */
  what: string
  columns: Column<Row>[]
  /** Undefined until the first page is here. */
  rows: Row[] | undefined
  list: {
    isError: boolean
    error: unknown
    isFetching: boolean
    refetch: () => unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  search: CouponsSearch
  onSearch: (search: CouponsSearch) => void
  /** What the list is sorted by unless the address says otherwise. */
  sorting: { id: string; desc: boolean }
  placeholder: string
  /** Beside the search. */
  filters?: ReactNode
  actions: ReactNode
  /** Shown if there is nothing at all: what to do. */
  empty: ReactNode
}

/** One of the lists of coupons and rules: search, order, pages, and what to do if it is empty. */
export function CouponList<Row extends { id: string }>({
  title,
  description,
  what,
  columns,
  rows,
  list,
  search,
  onSearch,
  sorting,
  placeholder,
  filters,
  actions,
  empty,
}: CouponListProps<Row>) {
  const isFiltered = Boolean(search.q || search.group)
  const hasNone = rows?.length === 0 && !isFiltered
  return (
    <Page title={title} description={description} actions={!hasNone && actions}>
      {!rows && !list.isError && (
        <SkeletonGroup label={`Loading ${what}`} className="flex flex-col gap-3">
          <Skeleton className="h-10 w-full max-w-80" />
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </SkeletonGroup>
      )}
      {!rows && list.isError && (
        <FetchFailed
          what={title}
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      )}
      {rows && (
        <>
          {!hasNone && (
            <div className="mb-4 flex flex-wrap items-center gap-3">
              <SearchField
                label={`Search ${what}`}
                placeholder={placeholder}
                value={search.q ?? ''}
                onSearch={(q) => onSearch({ ...search, q: q || undefined })}
                className="max-w-80 basis-60 max-sm:max-w-none max-sm:basis-full"
              />
              {filters}
            </div>
          )}
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            isSorted
            sorting={
              search.sort ? { id: search.sort, desc: search.isDescending ?? false } : sorting
            }
            onSort={({ id: sort, desc }) => onSearch({ ...search, sort, isDescending: desc })}
            empty={
              isFiltered ? (
                <EmptyState
                  title={`No ${what} like this`}
                  actions={<Button onClick={() => onSearch({})}>Show all {what}</Button>}
                >
                  Nothing matches all that you typed and chose above.
                </EmptyState>
              ) : (
                empty
              )
            }
          />
          {list.hasNextPage && (
            <Button
              className="mt-6"
              onClick={() => void list.fetchNextPage()}
              busy={list.isFetchingNextPage}
            >
              Show more {what}
            </Button>
          )}
        </>
      )}
    </Page>
  )
}
