import { may, type Role } from '@foyer/domain'
import { buttonStyle, cx } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../routing/paths.ts'
import type { SimulatorSearch } from '../../../routing/search.ts'
import { Page } from '../../../shared/page.tsx'
import { CartSimulator } from './cart-simulator.tsx'
import { OrderSimulator } from './order-simulator.tsx'

interface SimulatorScreenProps {
  organizer: { slug: string; role: Role; locale: string; timeZone: string }
  search: SimulatorSearch
  onSearch: (search: SimulatorSearch) => void
}

/** Says which checkout rules apply to a cart or a past order, which do not, and why. */
export function SimulatorScreen({ organizer, search, onSearch }: SimulatorScreenProps) {
  const { slug, role } = organizer
  const isOrder = search.order !== undefined && may(role, 'orders.read')
  const timeZone = organizer.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Page
      title="Simulator"
      description="See which rules apply to a cart or a past order, which do not, and by which condition. Nothing is bought and no code is used."
      actions={
        <Link {...paths.checkoutRules(slug)} className={buttonStyle('quiet')}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          Checkout rules
        </Link>
      }
    >
      {may(role, 'orders.read') && (
        <nav aria-label="What is simulated" className="mb-6 flex gap-2">
          <Choice slug={slug} search={{ event: search.event }} isChosen={!isOrder}>
            A cart
          </Choice>
          <Choice
            slug={slug}
            search={{ event: search.event, order: search.order ?? '' }}
            isChosen={isOrder}
          >
            A past order
          </Choice>
        </nav>
      )}
      {isOrder ? (
        <OrderSimulator
          organizer={organizer}
          order={search.order ?? ''}
          onOrder={(order) => onSearch({ ...search, order })}
        />
      ) : (
        <CartSimulator
          organizer={{ ...organizer, timeZone }}
          eventId={search.event}
          onEvent={(event) => onSearch({ event })}
        />
      )}
    </Page>
  )
}

function Choice({
  slug,
  search,
  isChosen,
  children,
}: {
  slug: string
  search: SimulatorSearch
  isChosen: boolean
  children: string
}) {
  return (
    <Link
      {...paths.simulator(slug, search)}
      resetScroll={false}
      activeProps={{}}
      aria-current={isChosen ? 'true' : undefined}
      className={cx(
        'inline-flex min-h-target items-center rounded-md border px-4 text-sm font-semibold no-underline',
        isChosen ? 'border-edge-strong bg-hover' : 'border-edge text-muted hover:bg-hover',
      )}
    >
      {children}
    </Link>
  )
}
