import { buttonStyle } from '@foyer/ui'
import { Link } from '../routing/link.tsx'
import { paths } from '../routing/paths.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** Explains how to open an order, since there is no account to sign in to. */
export function ManageOrdersPage() {
  return (
    <div className="mx-auto max-w-page px-4 pt-6 sm:px-6 lg:pt-12">
      <PageHead
        title="Manage Orders"
        description="How to open an order and its tickets."
        canonicalPath="/manage-order"
      />
      <h1 className="font-display text-title font-bold">Manage Orders</h1>
      <div className="mt-5 grid max-w-prose gap-4 text-base">
        <p>Your order opens from the link in its confirmation e-mail, on any device.</p>
        <p className="text-muted">
          In the browser that bought the tickets, the address of the confirmation page opens it too.
        </p>
      </div>
      <Link {...paths.eventList()} className={buttonStyle('quiet', 'lg', 'mt-8')}>
        Back to Events
      </Link>
    </div>
  )
}
