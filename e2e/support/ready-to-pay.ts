import type { Page } from '@playwright/test'
import { Buyer, someDetails } from './buyer.ts'
import { holdByCall } from './pay-by-call.ts'
import type { BuiltEvent, EventPlan, World } from './world.ts'

export interface ReadyBuyer {
  buyer: Buyer
  cartId: string
  event: BuiltEvent
  details: ReturnType<typeof someDetails>
}

/** A buyer at the checkout of two held tickets, with all details typed except the card. */
export async function readyToPay(
  page: Page,
  world: World,
  plan: EventPlan = {},
): Promise<ReadyBuyer> {
  const event = await world.event(plan)
  const cartId = await holdByCall(page.request, event, 2)
  const buyer = new Buyer(page)
  const details = someDetails()
  await buyer.openCheckout(cartId)
  await buyer.fillDetails(details)
  return { buyer, cartId, event, details }
}
