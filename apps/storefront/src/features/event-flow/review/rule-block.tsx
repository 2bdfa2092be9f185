import { ApiError } from '@foyer/contract'
import { Button, buttonStyle } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import type { StepProblem } from '../layout/step-notice.tsx'

/**
 * Says before anything is held that a checkout rule refuses the order, in the words of the organizer.
 * Undefined if none does. `onRetry` asks for the price again, since rules depend on the time too.
 */
export function useRuleBlock(quoteError: unknown, onRetry: () => void): StepProblem | undefined {
  const { search, linkTo } = useEventFlow()
  if (!(quoteError instanceof ApiError) || quoteError.code !== 'rule_blocked') return undefined
  const toTickets = (
    <Link {...linkTo('tickets', search)} className={buttonStyle()}>
      Change your tickets
    </Link>
  )
  return {
    title: 'This order cannot be reserved',
    text: quoteError.textOrStatus,
    actions: (
      <>
        {toTickets}
        <Button onClick={onRetry}>Check again</Button>
      </>
    ),
    briefActions: toTickets,
  }
}
