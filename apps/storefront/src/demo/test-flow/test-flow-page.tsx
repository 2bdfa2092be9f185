import { buttonStyle, Surface } from '@foyer/ui'
import { EventSearchPage } from '../../routes/event-search.tsx'
import { link } from '../../routing/address.ts'
import { Link } from '../../routing/link.tsx'
import { useApp } from '../../shared/app-context.tsx'
import { DEMO_EVENT, DEMO_EVENT_ID } from '../sample-data.ts'

/** The list of events, with two links to a sample event above it. */
export function TestFlowPage() {
  const { hasDemos } = useApp()
  return (
    <>
      {hasDemos && <TestButtons />}
      <EventSearchPage />
    </>
  )
}

const sample = { eventId: DEMO_EVENT_ID }

/** The alternative checkout of the sample event, and the regular one for comparison. */
const TestButtons = () => (
  <div className="mx-auto max-w-page px-4 pt-4 sm:px-6 lg:pt-8">
    <Surface
      kind="outlined"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <p>
        <span className="block font-display text-lg font-bold">{DEMO_EVENT.name}</span>
        <span className="text-sm text-muted">A sample event to test two ways of buying with</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Link {...link('/checkout-alt/$eventId', sample)} className={buttonStyle('quiet', 'md')}>
          Try Alternative Flow
        </Link>
        <Link {...link('/checkout/$eventId', sample)} className={buttonStyle('quiet', 'md')}>
          Regular Flow (for comparison)
        </Link>
      </div>
    </Surface>
  </div>
)
