import type { FoundOrderRow } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge } from '@foyer/ui'
import { Link } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import type { Column } from '../../shared/data-table.tsx'
import { ORDER_STATES, sessionText } from './order-texts.ts'

/** The columns of the found orders: what a person at a telephone recognises an order by. */
export const columnsFor = (slug: string, locale: string): Column<FoundOrderRow>[] => [
  {
    id: 'buyer',
    header: 'Buyer',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <Link {...paths.order(slug, original.id)} className="link font-semibold wrap-anywhere">
          {original.name || original.email || original.number}
        </Link>
        <span className="block wrap-anywhere text-muted">{original.email}</span>
      </span>
    ),
  },
  {
    id: 'event',
    header: 'Event',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="block min-w-0">
        <span className="block wrap-anywhere">{original.eventName}</span>
        <time dateTime={original.startsAt} className="block text-muted">
          {sessionText(original.startsAt, original.timeZone, locale)}
        </time>
      </span>
    ),
  },
  {
    id: 'tickets',
    header: 'Tickets',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="figures">{original.ticketCount}</span>,
  },
  {
    id: 'total',
    header: 'Total',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="figures whitespace-nowrap">
        {formatAmount(original.totalMinor, original.currency, locale)}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={ORDER_STATES[original.status].tone}>
          {ORDER_STATES[original.status].label}
        </Badge>
        {original.tags.map((tag) => (
          <Badge key={tag} className="max-w-40 overflow-hidden text-ellipsis">
            {tag}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    id: 'number',
    header: 'Number',
    enableSorting: false,
    cell: ({ row: { original } }) => <span className="figures">{original.number}</span>,
  },
]
