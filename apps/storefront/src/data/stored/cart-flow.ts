import type { CartView } from '@foyer/contract'
import type { Flow, Step, StepId } from '../../features/event-flow/engine/flow.ts'
import { linkTo } from '../../features/event-flow/engine/links.ts'
import { API_FAMILY, flowOf } from '../../routing/families.ts'
import { useRouter } from '../../routing/router-provider.tsx'
import type { FlowSearch } from '../../routing/search.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { flowSearchOf } from './flow-search.ts'
import { isListOf, isShape, isText } from './shape.ts'

const keyOf = (cartId: string) => `foyer-flow-${cartId}`
const isWay = isShape<{ prefix: string; steps: string[] }>({
  prefix: isText,
  steps: isListOf(isText),
})

/**
 * A cart's checkout has one address for all families: this tab remembers which of them the buyer
 * came through, and by which steps. Kept for the tab alone: elsewhere the usual way stands in.
 */
export function rememberWay(cartId: string, { prefix }: Flow, steps: readonly Step[]): void {
  writeStored('session', keyOf(cartId), { prefix, steps: steps.map(({ id }) => id) })
}

export interface CartFlow {
  /** The way that led here, this step included. */
  steps: readonly Step[]
  /** Back into the flow, every choice of the cart kept but for `changes`. */
  linkTo: (step: StepId, changes?: FlowSearch) => ReturnType<typeof linkTo>
}

/** The flow that a cart came through. For the browser alone, where the tab remembers. */
export function useCartFlow(cart: CartView): CartFlow {
  const { routes } = useRouter()
  const stored = readStored('session', keyOf(cart.cartId), isWay)
  const way = stored.kind === 'found' ? stored.value : null
  const walked = routes.find(({ family }) => family && family.prefix === way?.prefix)
  const flow = flowOf(walked?.family ?? API_FAMILY, {})
  const isWalked = ({ id }: Step) =>
    way ? way.steps.includes(id) : id !== 'time' || cart.isTimedEntry
  return {
    steps: flow.steps.filter(isWalked),
    linkTo: (step, changes) =>
      linkTo(flow, step, cart.eventId, { ...flowSearchOf(cart), ...changes }),
  }
}
