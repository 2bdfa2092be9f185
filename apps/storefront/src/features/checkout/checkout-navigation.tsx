import type { CartView } from '@foyer/contract'
import { StepIndicator } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { flowSearchOf } from './hold/flow-search.ts'

/** Back to the review with every choice kept, and the way that led here. */
export function CheckoutNavigation({ cart }: { cart: CartView }) {
  const { eventId, isTimedEntry } = cart
  const search = flowSearchOf(cart)
  const steps = [
    { id: 'date', label: 'Date', link: paths.event(eventId, search) },
    { id: 'tickets', label: 'Tickets', link: paths.eventTickets(eventId, search) },
    ...(isTimedEntry
      ? [{ id: 'time', label: 'Time', link: paths.eventTime(eventId, search) }]
      : []),
    { id: 'review', label: 'Review', link: paths.eventReview(eventId, search) },
    { id: 'checkout', label: 'Checkout', link: null },
  ]
  return (
    <div className="flex items-center gap-x-6 border-b border-edge pb-3">
      <Link
        {...paths.eventReview(eventId, search)}
        className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Link>
      <StepIndicator
        label="Steps"
        steps={steps}
        currentId="checkout"
        renderLink={({ id }, content) => {
          const link = steps.find((step) => step.id === id)?.link
          return link ? (
            <Link {...link} className="block max-md:-my-5 max-md:py-5">
              {content}
            </Link>
          ) : (
            content
          )
        }}
        className="ms-auto min-w-0 max-md:flex-1"
      />
    </div>
  )
}
