import type { CartView } from '@foyer/contract'
import { formatSelection } from '@foyer/domain'
import type { Target } from '../../routing/address.ts'
import { paths } from '../../routing/paths.ts'
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

/** The checkout of a cart, with the choices that another browser can make from its address. */
export function checkoutOf(cart: CartView): Target {
  const { date, types, session, addons } = flowSearchOf(cart)
  return paths.checkout(cart.cartId, { event: cart.eventId, date, types, session, addons })
}
