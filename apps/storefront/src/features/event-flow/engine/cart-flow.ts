import type { CartView } from '@foyer/contract'
import { useRouter } from '@tanstack/react-router'
import type { FlowSearch } from '../../../search.ts'
import { readStored, writeStored } from '../../../shared/browser-storage.ts'
import { flowSearchOf } from '../../../shared/flow-search.ts'
import { isListOf, isShape, isText } from '../../../shared/shape.ts'
import { API_FAMILY, flowOf } from './families.ts'
import type { Flow, Step, StepId } from './flow.ts'
import { linkTo } from './links.ts'

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
  const { routesById } = useRouter()
  const stored = readStored('session', keyOf(cart.cartId), isWay)
  const way = stored.kind === 'found' ? stored.value : null
  const families = Object.values(routesById).map(({ options }) => options.staticData?.family)
  const family = families.find((one) => one && one.prefix === way?.prefix) ?? API_FAMILY
  const flow = flowOf(family, {})
  const isWalked = ({ id }: Step) =>
    way ? way.steps.includes(id) : id !== 'time' || cart.isTimedEntry
  return {
    steps: flow.steps.filter(isWalked),
    linkTo: (step, changes) =>
      linkTo(flow, step, cart.eventId, { ...flowSearchOf(cart), ...changes }),
  }
}
