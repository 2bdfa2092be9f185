import type { PricedView } from '@foyer/contract'
import { Button, buttonStyle } from '@foyer/ui'
import { Link } from '../../../routing/link.tsx'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import type { StepProblem } from './step-notice.tsx'

/**
 * Says before anything is held that the total cannot be paid: the organizer cannot be paid yet, or it is
 * too small for a card, and how many tickets are enough. Undefined if it can be paid.
 *
 * @param addTickets on the step of the tickets: adds so many of the first type; without it a link leads there
 */
export function useBelowMinimum(
  priced: PricedView | undefined,
  addTickets?: (missing: number) => void,
): StepProblem | undefined {
  const money = useMoney()
  const { search, linkTo } = useEventFlow()
  const { name, takesPayments } = useApp().tenant
  if (priced && priced.quote.totalMinor > 0 && !takesPayments) {
    return {
      title: 'These tickets cannot be bought yet',
      text: `${name} is still setting up how to be paid. Nothing is reserved or charged; please come back later.`,
    }
  }
  if (!priced?.belowMinimum) return undefined
  const { minimumMinor, leastTickets } = priced.belowMinimum
  const least = `A card cannot be charged less than ${money.amount(minimumMinor)}.`
  const missing = leastTickets === null ? 0 : leastTickets - priced.quote.ticketCount
  const toTickets = !addTickets && (
    <Link {...linkTo('tickets', search)} className={buttonStyle()}>
      Change your tickets
    </Link>
  )
  const add = addTickets && leastTickets !== null && (
    <Button onClick={() => addTickets(missing)}>Choose {ticketsText(leastTickets)}</Button>
  )
  const actions = add || toTickets || undefined
  return {
    ...(actions && { actions, briefActions: actions }),
    title: `${money.amount(priced.quote.totalMinor)} is too little for a card`,
    text:
      leastTickets === null
        ? `${least} Add something to your order.`
        : `${least} Choose at least ${ticketsText(leastTickets)}.`,
  }
}
