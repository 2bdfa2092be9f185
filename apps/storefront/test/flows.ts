import {
  DEMO_FAMILY,
  EVENT_FAMILY,
  FAMILIES,
  type Flow,
  flowOf,
  type Prefix,
} from '../src/routing/families.ts'

/** Flows by name, for the engine's tests. */

const ORDER_ID = '33333333-3333-4333-8333-333333333333'

export function purchaseFlow(prefix: Prefix): Flow {
  const family = FAMILIES.find((one) => one.prefix === prefix)
  if (!family) throw new Error(`no family at ${prefix}`)
  return flowOf(family, {})
}

export const checkoutFlow = purchaseFlow('/checkout')
export const rescheduleFlow = flowOf(EVENT_FAMILY, { reschedule: 'true', orderId: ORDER_ID })
export const upgradeFlow = flowOf(EVENT_FAMILY, { upgrade: 'true' })

/** Every flow, including the demonstrations'. */
export const ALL_FLOWS: readonly Flow[] = [
  ...FAMILIES.map((family) => flowOf(family, {})),
  flowOf(DEMO_FAMILY, {}),
  rescheduleFlow,
  upgradeFlow,
]
