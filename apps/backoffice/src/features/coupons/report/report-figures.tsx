import type { CouponReport, ReportFigures } from '@foyer/contract'
import { formatAmount } from '@foyer/domain'

interface ReportFiguresProps {
  totals: CouponReport['totals']
  locale: string
}

const COUNT = new Intl.NumberFormat('en-US')

/** Each figure with what it counts, so that nobody has to guess what is within it. */
const FIGURES: readonly {
  name: string
  meaning: string
  text: (of: ReportFigures, locale: string) => string
}[] = [
  {
    name: 'Uses',
    meaning: 'Orders that were bought with it',
    text: ({ usageCount }) => COUNT.format(usageCount),
  },
  {
    name: 'Orders',
    meaning: 'Of these, neither cancelled nor refunded as a whole',
    text: ({ orderCount }) => COUNT.format(orderCount),
  },
  {
    name: 'Tickets',
    meaning: 'Of these orders, without cancelled ones',
    text: ({ ticketCount }) => COUNT.format(ticketCount),
  },
  {
    name: 'Taken off',
    meaning: 'When these orders were bought',
    text: (of, locale) => formatAmount(of.discountMinor, of.currency, locale),
  },
  {
    name: 'Revenue',
    meaning: 'Paid for these orders with fees and taxes, less refunds',
    text: (of, locale) => formatAmount(of.revenueMinor, of.currency, locale),
  },
]

/** What a campaign came to, once for each currency. */
export const TotalFigures = ({ totals, locale }: ReportFiguresProps) =>
  totals.map((total) => (
    <section key={total.currency} className="mb-8">
      {totals.length > 1 && (
        <h2 className="mb-3 font-display text-lg font-bold">In {total.currency.toUpperCase()}</h2>
      )}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-6 md:grid-cols-3 xl:grid-cols-5">
        {FIGURES.map(({ name, meaning, text }) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm font-semibold">{name}</dt>
            <dd className="figures font-display text-title font-bold wrap-anywhere">
              {text(total, locale)}
            </dd>
            <dd className="mt-0.5 text-xs text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
