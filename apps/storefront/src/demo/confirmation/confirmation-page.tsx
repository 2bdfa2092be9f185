import { buttonStyle, TicketCardCode } from '@foyer/ui'
import { CircleCheck, QrCode } from '@foyer/ui/icons'
import { useParams } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { PageHead } from '../../shared/page/page-head.tsx'
import { DemoNotice } from '../demo-notice.tsx'
import { SampleOrderCard } from '../sample-order.tsx'

const CUSTOMER = [
  ['Name', 'Ada Lovelace'],
  ['Email', 'ada@example.com'],
  ['Phone', '555 0100'],
] as const

const IMPORTANT = [
  'Please bring a valid ID.',
  'Tickets are non-transferable.',
  'Arrive 30 minutes early.',
]

/** A static confirmation: it shows the same sample order for every id that is no real one. */
export function DemoConfirmationPage() {
  const { orderId = '' } = useParams()
  return (
    <div className="mx-auto max-w-page px-4 py-8 sm:px-6 lg:py-12">
      <PageHead title="Order confirmed" isUnlisted />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)]">
        <div>
          <p className="flex items-center gap-2 text-sm font-semibold text-success-text">
            <CircleCheck aria-hidden="true" className="size-5" />
            Payment received
          </p>
          <h1 className="mt-3 font-display text-title font-bold">Order confirmed</h1>
          <p className="mt-3 text-muted">
            Order number <span className="figures text-text">{orderNumberOf(orderId)}</span>
          </p>
          <div className="mt-8">
            <DemoNotice />
          </div>
          <section aria-label="Customer" className="mt-10">
            <h2 className="font-display text-lg font-bold">Customer</h2>
            <dl className="mt-4 grid max-w-form grid-cols-[auto_1fr] gap-x-8 gap-y-2">
              {CUSTOMER.map(([term, value]) => (
                <div key={term} className="contents">
                  <dt className="text-muted">{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section aria-label="Important information" className="mt-10">
            <h2 className="font-display text-lg font-bold">Important information</h2>
            <ul className="mt-4 grid list-disc gap-2 ps-5 marker:text-muted">
              {IMPORTANT.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          <Link {...paths.events()} className={buttonStyle('quiet', 'lg', 'mt-10')}>
            Browse More Events
          </Link>
        </div>
        <SampleOrderCard stage="paid">
          <div className="grid justify-items-center gap-3">
            <TicketCardCode>
              <QrCode aria-hidden="true" className="size-24" />
            </TicketCardCode>
            <p className="text-sm text-muted">A sample opens no door.</p>
          </div>
        </SampleOrderCard>
      </div>
    </div>
  )
}

/** The last eight characters of an id, which serve as order number. */
const orderNumberOf = (orderId: string): string => orderId.slice(-8).toUpperCase()
