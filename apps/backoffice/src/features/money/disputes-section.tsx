import { formatAmount, orderNumberOf } from '@foyer/domain'
import { Badge } from '@foyer/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { Section } from '../../shared/page.tsx'
import { dayText, exactText } from '../../shared/time.ts'
import type { Dispute } from './money-queries.ts'

const STATES = {
  opened: { tone: 'warning', name: 'Open: answer it at Stripe' },
  won: { tone: 'success', name: 'Won' },
  lost: { tone: 'danger', name: 'Lost' },
} as const

const COLUMNS: Column<Dispute>[] = [
  {
    id: 'order',
    header: 'Order',
    accessorFn: ({ orderId }) => orderId ?? '',
    sortFn: 'text',
    cell: ({ row: { original } }) => (
      <span className="figures">{original.orderId ? orderNumberOf(original.orderId) : 'None'}</span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    accessorFn: ({ amountMinor }) => amountMinor,
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <span className="figures">{formatAmount(original.amountMinor, original.currency)}</span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    accessorFn: ({ state }) => state,
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <Badge tone={STATES[original.state].tone}>{STATES[original.state].name}</Badge>
    ),
  },
  {
    id: 'paid',
    header: 'Paid',
    accessorFn: ({ paidAt }) => Date.parse(paidAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <time dateTime={original.paidAt} title={exactText(original.paidAt)}>
        {dayText(original.paidAt)}
      </time>
    ),
  },
]

/** Payments that a buyer's bank takes back. */
export function DisputesSection({ disputes }: { disputes: Dispute[] }) {
  const [sorting, setSorting] = useState({ id: 'paid', desc: true })
  return (
    <Section
      title="Disputes"
      description="A buyer told their bank that a payment was wrong. The bank takes the amount back until it has decided. Tickets stay valid."
    >
      <DataTable
        label="Disputes"
        columns={COLUMNS}
        rows={disputes}
        idOf={({ id }) => id}
        sorting={sorting}
        onSort={setSorting}
        empty={<p className="text-sm text-muted">No payment is or was disputed.</p>}
      />
    </Section>
  )
}
