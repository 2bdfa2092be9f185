import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { giveBack } from './support/money.ts'
import {
  type BoughtTickets,
  moveSession,
  reschedule,
  startWalletWorld,
  ticketsOf,
  type WalletWorld,
} from './support/wallet-world.ts'

/** Passes in Google Wallet follow their order by Google's API. */
let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  world.google.isDown = false
  await world.server.sql('delete from wallet_updates')
})

const updates = () =>
  world.server.sql<{ attempts: number; last_error: string | null }>(
    'select attempts, last_error from wallet_updates',
  )
const linkOf = async ({ browser, orderId }: BoughtTickets): Promise<string> =>
  (await browser.send('GET', `/api/orders/${orderId}/google-pass`)).body.saveUrl
const idOf = ({ orderId }: BoughtTickets, number = 1) =>
  `${world.wallets.google.issuerId}.${orderId}-${number}`
const passOf = (sale: BoughtTickets, number = 1) => world.google.objects.get(idOf(sale, number))

/** A sale whose passes are saved. */
async function saved() {
  const sale = await world.buy()
  world.google.pressSave(await linkOf(sale))
  return sale
}

test('saved passes become those of the new tickets when their order is rescheduled', async () => {
  const sale = await saved()
  const before = passOf(sale)
  await reschedule(sale)
  await world.send()
  const tickets = await ticketsOf(sale)
  for (const [index, ticket] of tickets.entries()) {
    expect(passOf(sale, index + 1)).toMatchObject({
      state: 'ACTIVE',
      classId: `${world.wallets.google.issuerId}.${sale.event.sessionIds[1]}`,
      ticketNumber: ticket.validationCode,
      barcode: { value: ticket.qrCode },
      notifyPreference: 'NOTIFY_ON_UPDATE',
    })
  }
  expect(passOf(sale)?.barcode).not.toEqual(before?.barcode)
  const ofClass = world.google.classes.get(String(passOf(sale)?.classId))
  expect(ofClass).toMatchObject({ dateTime: { start: tickets[0].session.startTime } })
  expect(await updates()).toEqual([])
})

test('the pass of a cancelled ticket becomes inactive, and the others stay', async () => {
  const sale = await saved()
  const [first] = await ticketsOf(sale)
  await giveBack(world.server, sale.orderId, {
    kind: 'tickets',
    ticketIds: [first.id],
    withFees: true,
  })
  await world.send()
  expect([passOf(sale, 1)?.state, passOf(sale, 2)?.state]).toEqual(['INACTIVE', 'ACTIVE'])
})

test('saved passes show the new time of a session that is moved', async () => {
  const sale = await saved()
  const classOf = () => world.google.classes.get(String(passOf(sale)?.classId))
  const before = classOf()?.dateTime
  await moveSession(world, sale)
  await world.send()
  const [ticket] = await ticketsOf(sale)
  expect(classOf()?.dateTime).toMatchObject({ start: ticket.session.startTime })
  expect(classOf()?.dateTime).not.toEqual(before)
})

test('a pass shows the name that is corrected at the desk', async () => {
  const sale = await saved()
  await world.server.sql(
    `update orders set contact = contact || '{"firstName": "Augusta"}' where id = $1`,
    [sale.orderId],
  )
  await world.send()
  expect(passOf(sale)?.ticketHolderName).toBe('Augusta Lovelace')
})

test('the pass of a used ticket is completed', async () => {
  const sale = await saved()
  const [first] = await ticketsOf(sale)
  await world.server.sql('update tickets set redeemed_at = now() where id = $1', [first.id])
  await world.send()
  expect([passOf(sale, 1)?.state, passOf(sale, 2)?.state]).toEqual(['COMPLETED', 'ACTIVE'])
})

test('a link that is pressed after the order changed saves the new ticket', async () => {
  const sale = await world.buy()
  const link = await linkOf(sale)
  expect(passOf(sale)).toBeUndefined()
  await reschedule(sale)
  await world.send()
  world.google.pressSave(link)
  const [ticket] = await ticketsOf(sale)
  expect(passOf(sale)).toMatchObject({ barcode: { value: ticket.qrCode } })
})

test('an order whose link was never made is not sent', async () => {
  const sale = await world.buy()
  await reschedule(sale)
  expect(await updates()).toEqual([])
})

test('a change is tried again until Google takes it, with a new token where the old one was revoked', async () => {
  const sale = await saved()
  await reschedule(sale)
  world.google.isDown = true
  await world.send()
  expect(await updates()).toEqual([
    { attempts: 1, last_error: expect.stringContaining('503') },
    { attempts: 1, last_error: expect.stringContaining('503') },
  ])
  world.google.isDown = false
  await world.send()
  world.google.revokeTokens()
  await reschedule(sale, 2)
  await world.send()
  // The second call may have waited for the new token already.
  const errors = (await updates()).map(({ last_error }) => last_error)
  expect(errors[0]).toContain('401')
  await world.send()
  const [ticket] = await ticketsOf(sale)
  expect(passOf(sale)).toMatchObject({ barcode: { value: ticket.qrCode } })
  expect(await updates()).toEqual([])
})

test('an erased order is not sent any more', async () => {
  const sale = await saved()
  await reschedule(sale)
  await world.server.sql('update orders set erased_at = now() where id = $1', [sale.orderId])
  const before = passOf(sale)
  await world.send()
  expect(passOf(sale)).toEqual(before)
  expect(await updates()).toEqual([])
})
