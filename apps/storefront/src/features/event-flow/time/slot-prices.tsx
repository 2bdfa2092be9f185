import { parseSelection, totalQuantity } from '@foyer/domain'
import { Skeleton } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { slotTotalsQuery } from '../../../data/quote.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { yourTickets } from '../../../shared/order/quote-lines.ts'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { useMoney } from '../engine/use-money.ts'
import type { Slot } from './slots.ts'

interface SlotPrices {
  of: (slot: Slot) => ReactNode
  /** What the prices are for, as in 'Prices are for your 2 tickets'. */
  unit: string
}

/**
 * The price of each time for the whole party, as the server computes it, so that it is the total of
 * the next step. An order change, and a server that does not answer, leave the prices of one
 * ticket.
 */
export function useSlotPrices(): SlotPrices {
  const { event, flow, search } = useEventFlow()
  const money = useMoney()
  const count = totalQuantity(parseSelection(search.types))
  const isParty = flow.mode === 'purchase' && count > 0
  const { data, isError } = useQuery({
    ...slotTotalsQuery(useApp(), event.id, search),
    enabled: isParty,
  })
  const ofOne = ({ range }: Slot) => {
    if (!range) return null
    const { lowMinor, highMinor } = range
    return lowMinor === highMinor
      ? money.offer(lowMinor)
      : `${money.price(lowMinor)}–${money.price(highMinor)}`
  }
  if (!isParty || isError) return { of: ofOne, unit: 'for one ticket' }
  return {
    of: ({ sessionId }) => {
      if (!data) return <Skeleton className="inline-block h-4 w-14" />
      const total = data.sessionTotals?.[sessionId]
      return total === undefined ? null : money.offer(total)
    },
    unit: `for ${yourTickets(count)}`,
  }
}
