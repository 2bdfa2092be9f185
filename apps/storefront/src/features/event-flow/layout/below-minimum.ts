import type { PricedView } from '@foyer/contract'
import { useApp } from '../../../shared/app-context.tsx'
import { ticketsText } from '../../../shared/order/quote-lines.ts'
import { useMoney } from '../engine/use-money.ts'
import type { StepProblem } from './step-notice.tsx'

/**
 * Says before anything is held that the total cannot be paid: the organizer cannot be paid yet, or it is
 * too small for a card, and how many tickets are enough. Undefined if it can be paid.
 */
export function useBelowMinimum(priced: PricedView | undefined): StepProblem | undefined {
  const money = useMoney()
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
  return {
    title: `${money.amount(priced.quote.totalMinor)} is too little for a card`,
    text:
      leastTickets === null
        ? `${least} Add something to your order.`
        : `${least} Choose at least ${ticketsText(leastTickets)}.`,
  }
}
