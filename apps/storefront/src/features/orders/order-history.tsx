import type { OrderChangeView, OrderView } from '@foyer/contract'
import {
  amountRowsOf,
  formatAmount,
  formatInstantDate,
  formatTime,
  historyTitleOf,
  knownZone,
  NOT_MADE_TEXT,
  REFUND_STATE_TEXTS,
  ticketRowsOf,
} from '@foyer/domain'
import { Badge } from '@foyer/ui'
import type { ReactNode } from 'react'
import { useApp } from '../../shared/app-context.tsx'

/** How the order became what it is, newest first; nothing for an order that never changed. */
export function OrderHistory({ order }: { order: OrderView }) {
  if (order.changes.length < 2) return null
  return (
    <section aria-labelledby="order-history">
      <h2 id="order-history" className="mb-3 font-display text-lg font-bold">
        History
      </h2>
      <ol className="border-t border-edge">
        {order.changes.toReversed().map((change) => (
          <li key={change.id} className="border-b border-edge py-4">
            <Entry order={order} change={change} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface EntryProps {
  order: OrderView
  change: OrderChangeView
}

function Entry({ order, change }: EntryProps) {
  const { tenant } = useApp()
  const { locale } = tenant
  const { currency } = order.order
  const timeZone = knownZone(order.event.timeZone)
  const format = { currency, timeZone, locale }
  const refunds = order.refunds.filter(({ reference }) =>
    change.refundReferences.includes(reference),
  )
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{historyTitleOf(change, tenant.name)}</h3>
        <time dateTime={change.at} className="text-sm text-muted">
          {`${formatInstantDate(change.at, timeZone, locale)}, ${formatTime(change.at, timeZone, locale)}`}
        </time>
      </div>
      {change.outcome === 'refunded' && <p className="mt-1 max-w-prose text-sm">{NOT_MADE_TEXT}</p>}
      <dl className="mt-2 flex flex-col gap-1.5 text-sm">
        {change.kind === 'purchase' &&
          change.receipt?.lines.map((line) => (
            <Row
              key={`${line.id} ${line.unitPriceMinor}`}
              label={`${line.quantity} × ${line.name}`}
              amount={formatAmount(line.totalMinor, currency, locale)}
            />
          ))}
        {ticketRowsOf(change, format).map(({ number, label, value, difference }) => (
          <Row
            key={number}
            label={
              <>
                <span className="text-text">{label}</span>
                <br />
                {value}
              </>
            }
            amount={change.outcome === 'refunded' ? '' : difference}
          />
        ))}
        {amountRowsOf(change, format).map(({ label, value }) => (
          <Row key={label} label={label} amount={value} />
        ))}
        {refunds.map(({ reference, state, amountMinor }) => (
          <Row
            key={reference}
            label={
              <>
                {`Refund ${reference} `}
                <Badge tone={state === 'failed' ? 'warning' : 'neutral'}>
                  {REFUND_STATE_TEXTS[state]}
                </Badge>
              </>
            }
            amount={formatAmount(amountMinor, currency, locale)}
          />
        ))}
      </dl>
      {change.reason && (
        <p className="mt-2 text-sm break-words text-muted">{`Reason: ${change.reason}`}</p>
      )}
    </>
  )
}

function Row({ label, amount }: { label: ReactNode; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="min-w-0 break-words text-muted">{label}</dt>
      <dd className="figures shrink-0 text-end">{amount}</dd>
    </div>
  )
}
