import type { MoneyFlow } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'
import { Badge, Notice, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { FetchFailed, Section } from '../../shared/page.tsx'
import { dayText, exactText } from '../../shared/time.ts'
import { flowQuery, type Payout } from './money-queries.ts'

/** Balance and payouts, as Stripe has them now. If it does not answer, the rest of the screen stays. */
export function FlowSections({ organizer, accountId }: { organizer: string; accountId: string }) {
  const flow = useQuery(flowQuery(organizer, accountId))
  const failed = flow.isError && (
    <FetchFailed
      what="The balance"
      error={flow.error}
      onRetry={() => void flow.refetch()}
      isRetrying={flow.isFetching}
    />
  )
  const loading = flow.isPending && (
    <SkeletonGroup label="Asking Stripe" className="flex flex-col gap-3">
      <Skeleton className="h-10 w-60" />
      <Skeleton className="h-10 w-60" />
    </SkeletonGroup>
  )
  return (
    <>
      <Section
        title="Balance"
        description="What is in your account at Stripe, after Stripe's fees and ours."
      >
        {failed || loading || (flow.data && <Balance {...flow.data} />)}
      </Section>
      {flow.data && (
        <Section title="Payouts" description="From your account at Stripe to your bank.">
          <Payouts payouts={flow.data.payouts} />
        </Section>
      )}
    </>
  )
}

function Balance({ balances }: Pick<MoneyFlow, 'balances'>) {
  const owed = balances.filter(({ availableMinor }) => availableMinor < 0)
  if (balances.length === 0) return <p className="text-sm text-muted">Nothing was paid yet.</p>
  return (
    <div className="flex flex-col gap-5">
      {owed.length > 0 && (
        <Notice tone="danger" announce="none" title="Your balance is below 0">
          Refunds, disputes or fees were more than what was in the account. Stripe takes the
          difference from the next sales, or from your bank account. Refunds may wait until then.
        </Notice>
      )}
      <dl className="grid max-w-xl gap-x-10 gap-y-5 sm:grid-cols-2">
        {balances.map(({ currency, availableMinor, pendingMinor }) => (
          // The list itself holds the pairs: a further element around two of them is no list any more.
          <Fragment key={currency}>
            <Amount name="Can be paid out" amountMinor={availableMinor} currency={currency} />
            <Amount name="Not available yet" amountMinor={pendingMinor} currency={currency} />
          </Fragment>
        ))}
      </dl>
    </div>
  )
}

const Amount = ({
  name,
  amountMinor,
  currency,
}: {
  name: string
  amountMinor: number
  currency: string
}) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd
      className={`figures font-display text-title font-bold ${amountMinor < 0 ? 'text-danger-text' : ''}`}
    >
      {formatAmount(amountMinor, currency)}
    </dd>
  </div>
)

const STATES = {
  pending: { tone: 'info', name: 'On its way' },
  paid: { tone: 'success', name: 'Paid' },
  failed: { tone: 'danger', name: 'Failed' },
} as const

const COLUMNS: Column<Payout>[] = [
  {
    id: 'made',
    header: 'Made',
    accessorFn: ({ madeAt }) => Date.parse(madeAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <time dateTime={original.madeAt} title={exactText(original.madeAt)}>
        {dayText(original.madeAt)}
      </time>
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
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={STATES[original.state].tone}>{STATES[original.state].name}</Badge>
        {original.problem && <span className="text-muted">{original.problem}</span>}
      </span>
    ),
  },
  {
    id: 'arrives',
    header: 'Arrives',
    accessorFn: ({ arrivesAt }) => Date.parse(arrivesAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <time dateTime={original.arrivesAt}>{dayText(original.arrivesAt)}</time>
    ),
  },
]

function Payouts({ payouts }: { payouts: Payout[] }) {
  const [sorting, setSorting] = useState({ id: 'made', desc: true })
  return (
    <DataTable
      label="Payouts"
      columns={COLUMNS}
      rows={payouts}
      idOf={({ id }) => id}
      sorting={sorting}
      onSort={setSorting}
      empty={<p className="text-sm text-muted">Nothing was paid out yet.</p>}
    />
  )
}
