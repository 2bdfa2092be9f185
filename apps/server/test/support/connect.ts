import type { BuiltEvent, TestServer } from '@foyer/testkit'
import { CARDS, confirmCard, createIntent, holdCart, orderBody } from '@foyer/testkit/purchase'
import { askProvider } from './provider.ts'
import { member } from './staff.ts'

const MONEY = '/api/admin/money'

/** An organizer of its own with an owner, on a server with `paymentMode: 'connect'`. */
export async function organizer(server: TestServer) {
  const { tenantId, slug } = await server.build.tenant()
  await server.foyer.context.tenants.reload()
  const owner = await member(server, 'owner', tenantId)
  const named = { 'x-brand-path': slug }
  const send = (method: string, path: string, body?: unknown) =>
    owner.browser.send(method, path, body, named)

  /** Sets up the account of the organizer to an end; returns its id. */
  const connect = async (outcome = 'complete'): Promise<string> => {
    const { body, status } = await send('POST', `${MONEY}/connect`)
    if (status !== 200) throw new Error(`Not connected: ${JSON.stringify(body)}`)
    await answerOnboarding(server, body.url, outcome)
    const refreshed = await send('POST', `${MONEY}/refresh`)
    await server.foyer.context.tenants.reload()
    return refreshed.body.account.id
  }

  return {
    tenantId,
    slug,
    owner,
    send,
    connect,
    money: () => send('GET', MONEY),
    flow: () => send('GET', `${MONEY}/flow`),
    disconnect: (accountId: string) => send('POST', `${MONEY}/disconnect`, { accountId }),
    event: () => server.build.event({ tenantId }),
    buyer: () => server.browser(named),
    as: (role: Parameters<typeof member>[1]) => member(server, role, tenantId),
    named,
  }
}

export type Organizer = Awaited<ReturnType<typeof organizer>>

/** Leaves the provider's page; the address has the main host's name, which a test need not resolve. */
export async function answerOnboarding(server: TestServer, link: string, outcome: string) {
  const { pathname } = new URL(link)
  return fetch(server.url + pathname, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
}

/** Holds two tickets and pays them; the browser does not come back to order. */
export async function pay(of: Organizer, event: BuiltEvent, card = CARDS.success) {
  const browser = of.buyer()
  await holdCart(browser, event)
  const intent = await createIntent(browser)
  if (intent.status !== 200) throw new Error(`No intent: ${JSON.stringify(intent.body)}`)
  const paid = await confirmCard(browser, intent.body, card)
  return { browser, intent: intent.body, paid }
}

/** Buys two tickets of an event, to the order. */
export async function buyFrom(of: Organizer, event: BuiltEvent, card?: string) {
  const { browser, intent } = await pay(of, event, card)
  const body = orderBody(event, intent.paymentIntentId)
  const ordered = await browser.send('POST', '/api/checkout/orders', body)
  return { browser, intent, ordered }
}

/** What an account has at the provider, in minor units: charged and refunded. */
export async function chargedOn(server: TestServer, account?: string) {
  const { data } = await askProvider(server, 'charges?limit=100', undefined, account)
  const sum = (field: string) =>
    data.reduce((total: number, charge: Record<string, number>) => total + (charge[field] ?? 0), 0)
  return { charged: sum('amount_captured'), refunded: sum('amount_refunded') }
}
