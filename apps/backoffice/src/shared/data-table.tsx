import { cx } from '@foyer/ui'
import { ArrowDown, ArrowUp } from '@foyer/ui/icons'
import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

const tableParts = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic, text: sortFn_text },
})

/** A column; the one with the id `actions` has the row's menu and is not sorted. */
export type Column<Row extends RowData> = ColumnDef<typeof tableParts, Row, unknown>

export interface Sorting {
  id: string
  desc: boolean
}

interface DataTableProps<Row extends RowData> {
  /** Names the table for assistive technology. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  sorting: Sorting
  onSort: (sorting: Sorting) => void
  /** Whether the rows are a page of a longer list, which the server has sorted. */
  isSorted?: boolean
  /** Shown instead of rows. */
  empty: ReactNode
}

/** Rows under heads that sort them: in the browser if all of them are here, otherwise by the server. */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  idOf,
  sorting,
  onSort,
  isSorted = false,
  empty,
}: DataTableProps<Row>) {
  const table = useTable({
    features: tableParts,
    columns,
    data: rows,
    getRowId: idOf,
    enableSortingRemoval: false,
    manualSorting: isSorted,
    state: { sorting: [sorting] },
  })
  const shown = table.getRowModel().rows
  if (shown.length === 0) return empty
  return (
    <div className="office-table rounded-lg border border-edge">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  aria-sort={ariaSort(header.column.id, sorting)}
                  className="border-b border-edge px-4 py-1 text-start text-xs font-semibold text-muted"
                >
                  {header.column.id === 'actions' ? (
                    <span className="sr-only">Actions</span>
                  ) : header.column.getCanSort() ? (
                    <SortButton
                      isCurrent={sorting.id === header.column.id}
                      isDescending={sorting.desc}
                      onPress={() =>
                        onSort({
                          id: header.column.id,
                          desc: sorting.id === header.column.id && !sorting.desc,
                        })
                      }
                    >
                      <table.FlexRender header={header} />
                    </SortButton>
                  ) : (
                    <table.FlexRender header={header} />
                  )}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody className="divide-y divide-edge">
          {shown.map((row) => (
            <tr key={row.id} className="transition-colors hover:bg-hover/40">
              {row.getAllCells().map((cell, index) => (
                <td
                  key={cell.id}
                  data-label={index > 0 ? labelOf(cell.column.columnDef.header) : undefined}
                  data-actions={cell.column.id === 'actions' || undefined}
                  className={cx(
                    'px-4 py-2.5 align-middle',
                    cell.column.id === 'actions' && 'w-14 py-0',
                  )}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const labelOf = (header: unknown): string | undefined =>
  typeof header === 'string' ? header : undefined

const ariaSort = (id: string, sorting: Sorting) => {
  if (sorting.id !== id) return undefined
  return sorting.desc ? 'descending' : 'ascending'
}

function SortButton({
  isCurrent,
  isDescending,
  onPress,
  children,
}: {
  isCurrent: boolean
  isDescending: boolean
  onPress: () => void
  children: ReactNode
}) {
  const Icon = isCurrent && isDescending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className={cx(
        'group -mx-2 inline-flex min-h-8 items-center gap-1 rounded-sm px-2 hover:text-text',
        isCurrent && 'text-text',
      )}
    >
      {children}
      <Icon
        aria-hidden="true"
        className={cx('size-3.5', !isCurrent && 'opacity-0 group-hover:opacity-50')}
      />
    </button>
  )
}
