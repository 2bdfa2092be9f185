import type { ChangeQuote, OrderCard, UpgradeOption } from '@foyer/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { upgradeOptionsQuery } from '../../data/orders/change-quotes.ts'
import { orderQuery } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import type { PaymentProblem } from '../../shared/payment/payment-problems.ts'
import type { ChangeState } from './payment/change-states.ts'
import { useChange } from './payment/use-change.ts'

/** The options, the card form if something is due, the confirmation; last, the outcome. */
export type UpgradeStep = 'options' | 'payment' | 'confirm' | 'outcome'

/** An option as it was chosen, for these tickets at this price. */
interface Chosen {
  option: UpgradeOption
  change: ChangeQuote
}

/** The upgrade of an order in a dialog: which step is shown, and what leads to the next. */
export function useUpgrade(order: OrderCard, isOpen: boolean, onDone: () => void) {
  const app = useApp()
  const credential = { email: order.email }
  const [ticketIds, chooseTickets] = useState<readonly string[] | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  /** Set once the filled-in card form was checked; with the refusal that it followed. */
  const [reviewed, setReviewed] = useState<{ after: PaymentProblem | null } | null>(null)
  const options = useQuery({
    ...upgradeOptionsQuery(app, order.id, credential, ticketIds),
    enabled: isOpen && ticketIds?.length !== 0,
    placeholderData: keepPreviousData,
  })
  // Whom the card is billed to; nothing else of the order is needed here.
  const isToPay = isOpen && chosen !== null && chosen.change.dueMinor > 0
  const view = useQuery({ ...orderQuery(app, order.id, credential), enabled: isToPay })
  const { state, machine } = useChange(
    order.id,
    view.data ?? null,
    onDone,
    paths.upgradeCheckout(order.id, {}).to,
  )
  const request = ({ option, change }: Chosen) =>
    machine.start({
      email: order.email,
      change: {
        type: 'upgrade',
        newTicketTypeId: option.toTicketTypeId,
        ticketIds: option.ticketIds,
      },
      dueMinor: change.dueMinor,
      currency: change.after.currency,
    })
  const begin = (next: Chosen | null) => {
    machine.reset()
    setReviewed(null)
    setChosen(next)
  }
  const refusal = problemOf(state)
  // A refused card leads back to its form.
  const isReviewed = reviewed !== null && (refusal === null || refusal === reviewed.after)
  return {
    options,
    ticketIds,
    chooseTickets,
    chosen,
    state,
    machine,
    step: stepOf(state, chosen, isReviewed),
    isReviewed,
    choose: (option: UpgradeOption) => {
      if (!option.change) return
      const next = { option, change: option.change }
      begin(next)
      if (next.change.dueMinor > 0) request(next)
    },
    /** The card form is filled in: shows the confirmation. */
    review: () => setReviewed({ after: refusal }),
    /** Makes the chosen upgrade, for which nothing is due. */
    confirmFree: () => chosen && request(chosen),
    toOptions: () => begin(null),
    toPayment: () => setReviewed(null),
  }
}

const problemOf = (state: ChangeState): PaymentProblem | null =>
  state.step === 'paying' ? state.problem : null

function stepOf(state: ChangeState, chosen: Chosen | null, isReviewed: boolean): UpgradeStep {
  switch (state.step) {
    case 'opening':
    case 'quoted':
      // A problem is about the quote: its price has changed, and the options have the new one.
      return chosen?.change.dueMinor === 0 && !(state.step === 'quoted' && state.problem)
        ? 'confirm'
        : 'options'
    case 'holding':
    case 'paying':
    case 'authorising':
      return isReviewed ? 'confirm' : 'payment'
    default:
      return 'outcome'
  }
}
