import {
  BUYER,
  type BuiltEvent,
  buy,
  type EventPlan,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { type Apns, type GoogleApi, startApns, startGoogleApi } from '@foyer/testkit/wallets'
import { loadOrderView } from '../../src/features/orders/load-order.ts'
import { updateWallets } from '../../src/features/tickets/wallets/update-wallets.ts'
import { defaultTenantOf } from './parts.ts'
import { testWallets } from './wallets.ts'

/** A server with both wallets, whose providers are stand-ins on this machine. */
export interface WalletWorld {
  server: TestServer
  apns: Apns
  google: GoogleApi
  wallets: ReturnType<typeof testWallets>
  /** Buys tickets of an event with three sessions at the same price. */
  buy(plan?: EventPlan, quantity?: number): Promise<BoughtTickets>
  /** Sends all changes of passes, as if they were due now. */
  send(): Promise<void>
  close(): Promise<void>
}

export interface BoughtTickets {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
}

export async function startWalletWorld(
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<WalletWorld> {
  const wallets = testWallets()
  const apns = await startApns(wallets.pushServer())
  const google = await startGoogleApi({
    email: wallets.google.email,
    publicKey: wallets.googlePublicKey,
  })
  wallets.apple.push.origin = apns.origin
  Object.assign(wallets.google.api, { url: google.url, tokenUrl: google.tokenUrl })
  const server = await startTestServer({
    jobs: false,
    isOneAddressMany: true,
    wallets: { apple: wallets.apple, google: wallets.google },
    ...options,
  })
  server.foyer.context.origin = () => server.url
  return {
    server,
    apns,
    google,
    wallets,
    async buy(plan = {}, quantity = 2) {
      const event = await server.build.event({ sessions: 3, ...plan })
      const browser = server.browser()
      const { body } = await buy(browser, event, '12345', quantity)
      return { event, browser, orderId: body.orderId }
    },
    async send() {
      await server.sql('update wallet_updates set next_attempt_at = now()')
      await updateWallets(server.foyer.context, defaultTenantOf(server), loadOrderView)
    },
    async close() {
      await server.close()
      await Promise.all([apns.close(), google.close()])
    },
  }
}

/** The tickets of an order as its page shows them. */
export const ticketsOf = async ({ browser, orderId }: BoughtTickets) =>
  (await browser.send('GET', `/api/orders/${orderId}`)).body.tickets

/** Downloads the Apple pass of a ticket, by default of the first one. */
export async function downloadPass(sale: BoughtTickets, index = 0): Promise<Buffer> {
  const tickets = await ticketsOf(sale)
  const path = `/api/orders/${sale.orderId}/tickets/${tickets[index].id}/apple-pass`
  return Buffer.from(await (await sale.browser.fetch(path)).arrayBuffer())
}

/** Moves tickets of an order, by default all of them, to another session of the event. */
export async function reschedule(
  { event, browser, orderId }: BoughtTickets,
  session = 1,
  ticketIds?: readonly string[],
): Promise<void> {
  const answer = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: event.sessionIds[session],
    customerEmail: BUYER.contact.email,
    ...(ticketIds ? { ticketIds } : {}),
  })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
}

/** Moves the first session of the event to the next day. */
export const moveSession = ({ server }: WalletWorld, { event }: BoughtTickets) =>
  server.sql(
    `update sessions set starts_at = starts_at + interval '1 day',
       ends_at = ends_at + interval '1 day', local_date = local_date + 1 where id = $1`,
    [event.sessionId],
  )
