import type { ReportRow } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import type { Column } from '../../../shared/data-table.tsx'

const counted = (id: 'usageCount' | 'orderCount' | 'ticketCount', header: string) =>
  ({
    id,
    header,
    accessorFn: (row) => row[id],
    cell: ({ row: { original } }) => (
      <span className="figures">{original[id].toLocaleString('en-US')}</span>
    ),
  }) satisfies Column<ReportRow>

const amount = (id: 'discountMinor' | 'revenueMinor', header: string, locale: string) =>
  ({
    id,
    header,
    accessorFn: (row) => row[id],
    cell: ({ row: { original } }) => (
      <span className="figures whitespace-nowrap">
        {formatAmount(original[id], original.currency, locale)}
      </span>
    ),
  }) satisfies Column<ReportRow>

/** The columns of a report, whose rows are codes or events. */
export const reportColumns = (part: 'Code' | 'Event', locale: string): Column<ReportRow>[] => [
  {
    id: 'name',
    header: part,
    accessorFn: ({ name }) => name,
    cell: ({ row: { original } }) => (
      <span className="block max-w-prose min-w-0 font-semibold wrap-anywhere">{original.name}</span>
    ),
  },
  counted('usageCount', 'Uses'),
  counted('orderCount', 'Orders'),
  counted('ticketCount', 'Tickets'),
  amount('discountMinor', 'Taken off', locale),
  amount('revenueMinor', 'Revenue', locale),
]
