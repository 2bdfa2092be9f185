import type { CartView } from '@foyer/contract'
import { formatSelection } from '@foyer/domain'
import type { FlowSearch } from '../../routing/search.ts'

/** The cart's choices as the event flow's URL holds them, so that going back loses none. */
export function flowSearchOf({ cartId, quote, sessionId, selectedDate }: CartView): FlowSearch {
  const selectionOf = (kind: 'ticket' | 'addOn') =>
    formatSelection(
      Object.fromEntries(
        quote.lines.filter((line) => line.kind === kind).map(({ id, quantity }) => [id, quantity]),
      ),
    )
  return {
    date: selectedDate,
    types: selectionOf('ticket'),
    session: sessionId,
    addons: selectionOf('addOn'),
    cartId,
  }
}
