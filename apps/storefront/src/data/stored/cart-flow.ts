import type { CartView } from '@foyer/contract'
import type { Target } from '../../routing/address.ts'
import { API_FAMILY, type Flow, flowOf, type Step, type StepId } from '../../routing/families.ts'
import { familyAt } from '../../routing/find-family.ts'
import { paths } from '../../routing/paths.ts'
import type { FlowSearch } from '../../routing/search.ts'
import { readStored, writeStored } from './browser-storage.ts'
import { flowSearchOf } from './flow-search.ts'
import { isListOf, isShape, isText } from './shape.ts'

const keyOf = (cartId: string) => `foyer-flow-${cartId}`
const isTakenFlow = isShape<{ prefix: string; steps: string[] }>({
  prefix: isText,
  steps: isListOf(isText),
})

/**
 * Stores the family and the steps by which the buyer reached a cart. The checkout has one address
 * for all families, so its step indicator and its links back need them. Stored for this tab only;
 * another tab assumes the usual family.
 */
export function rememberFlow(cartId: string, { prefix }: Flow, steps: readonly Step[]): void {
  writeStored('session', keyOf(cartId), { prefix, steps: steps.map(({ id }) => id) })
}

export interface CartFlow {
  /** The steps that led to the cart, its checkout included. */
  steps: readonly Step[]
  /** A link back to a step, with the cart's choices in its query, overridden by `changes`. */
  linkTo: (step: StepId, changes?: FlowSearch) => Target
}

/** The flow by which this tab reached a cart. Reads the browser's storage: not for the server. */
export function cartFlowOf(cart: CartView): CartFlow {
  const stored = readStored('session', keyOf(cart.cartId), isTakenFlow)
  const taken = stored.kind === 'found' ? stored.value : null
  const flow = flowOf(familyAt(taken?.prefix) ?? API_FAMILY, {})
  const isTaken = ({ id }: Step) =>
    taken ? taken.steps.includes(id) : id !== 'time' || cart.isTimedEntry
  return {
    steps: flow.steps.filter(isTaken),
    linkTo: (step, changes) =>
      paths.step(flow, step, cart.eventId, { ...flowSearchOf(cart), ...changes }),
  }
}
