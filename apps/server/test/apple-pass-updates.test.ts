import { buy, mutateSql, startTestServer, until } from '@foyer/testkit'
import { Phone } from '@foyer/testkit/wallets'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../src/adapters/log.ts'
import { createSecrets } from '../src/adapters/secrets.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'
import {
  type BoughtTickets,
  downloadPass,
  moveSession,
  reschedule,
  startWalletWorld,
  ticketsOf,
  type WalletWorld,
} from './support/wallet-world.ts'
import { isSignedBy, PASS_TYPE_ID } from './support/wallets.ts'
import { watchWrites } from './support/writes.ts'

/** Passes on phones follow their order, by Apple's push service and our web service. */
let world: WalletWorld
const logged: string[] = []
beforeAll(async () => {
  const logger = createLog('warn', { write: (line: string) => void logged.push(line) })
  world = await startWalletWorld({ logger })
})
afterAll(() => world.close())
afterEach(async () => {
  world.apns.isDown = false
  await world.server.sql('delete from wallet_updates')
})

const updates = () =>
  world.server.sql<{ attempts: number; last_error: string | null; waits: boolean }>(
    'select attempts, last_error, next_attempt_at > now() as waits from wallet_updates',
  )
const pushesTo = (phone: Phone) =>
  world.apns.pushes.filter(({ token }) => token === phone.pushToken).length
const serialOf = ({ orderId }: BoughtTickets, number = 1) => `${orderId}-${number}`

/** A sale whose first pass is on a phone. */
async function onPhone() {
  const sale = await world.buy()
  const phone = new Phone(world.apns)
  expect(await phone.add(await downloadPass(sale))).toBe(201)
  return { sale, phone }
}

/** Waits until the phone has fetched a pass with this code. */
const hasCode = (phone: Phone, serialNumber: string, code: string) =>
  until(
    async () => phone.pass(serialNumber).barcodes[0]?.message,
    (seen) => seen === code,
  )

/** The time of a change is in whole seconds, and late commits are awaited for some more. */
const timePasses = (sale: BoughtTickets) =>
  world.server.sql(
    `update wallet_passes set changed_at = changed_at - interval '1 minute' where order_id = $1`,
    [sale.orderId],
  )

test('a pass on a phone becomes that of the new ticket when its order is rescheduled', async () => {
  const { sale, phone } = await onPhone()
  const before = phone.pass()
  await reschedule(sale)
  expect(pushesTo(phone)).toBe(0)
  await world.send()
  expect(world.apns.pushes.at(-1)).toEqual({
    token: phone.pushToken,
    topic: PASS_TYPE_ID,
    sender: PASS_TYPE_ID,
    body: '{}',
  })
  const [ticket] = await ticketsOf(sale)
  await hasCode(phone, serialOf(sale), ticket.qrCode)
  expect(phone.answers).toEqual(['POST devices 201', 'GET devices 200', 'GET passes 200'])
  expect(phone.serialNumbers).toEqual([serialOf(sale)])
  const { pass, files } = phone.installed()
  expect(isSignedBy(world.wallets.apple, files)).toBe(true)
  expect(pass).toMatchObject({ voided: false, serialNumber: before.serialNumber })
  expect(pass.authenticationToken).toBe(before.authenticationToken)
  expect(pass.barcodes).not.toEqual(before.barcodes)
  expect(pass.eventTicket).not.toEqual(before.eventTicket)
  expect(await updates()).toEqual([])
})

test('a pass that has not changed is not sent again, and is not in the list after its tag', async () => {
  const { sale, phone } = await onPhone()
  await reschedule(sale)
  await timePasses(sale)
  await phone.update()
  expect(await phone.fetch(serialOf(sale))).toBe(304)
  await phone.update()
  expect(phone.answers.slice(1)).toEqual([
    'GET devices 200',
    'GET passes 200',
    'GET passes 304',
    'GET devices 200',
    'GET passes 304',
  ])
  await world.server.sql(
    `update wallet_passes set changed_at = changed_at - interval '1 minute' where order_id = $1`,
    [sale.orderId],
  )
  await phone.update()
  expect(phone.answers.at(-1)).toBe('GET devices 204')
})

test('each change of a pass has a time of its own, though it is in whole seconds', async () => {
  const { sale, phone } = await onPhone()
  const times = new Set<string | null>()
  for (const session of [1, 2, 0]) {
    await reschedule(sale, session)
    await phone.update()
    times.add(phone.installed().lastModified)
    const [ticket] = await ticketsOf(sale)
    expect(phone.pass().barcodes[0]?.message).toBe(ticket.qrCode)
  }
  expect(times.size).toBe(3)
})

test('the pass of a cancelled ticket becomes void, and the other passes of the order stay', async () => {
  const { sale, phone } = await onPhone()
  await phone.add(await downloadPass(sale, 1))
  const [first] = await ticketsOf(sale)
  await giveBack(world.server, sale.orderId, {
    kind: 'tickets',
    ticketIds: [first.id],
    withFees: true,
  })
  await world.send()
  await until(
    async () => phone.pass(serialOf(sale, 1)).voided,
    (isVoided) => isVoided === true,
  )
  expect(phone.pass(serialOf(sale, 2)).voided).toBe(false)
})

test('a phone gets one push for all its passes, and other phones get none', async () => {
  const { sale, phone } = await onPhone()
  await phone.add(await downloadPass(sale, 1))
  const family = new Phone(world.apns)
  await family.add(await downloadPass(sale, 1))
  const { phone: stranger } = await onPhone()
  await reschedule(sale)
  await world.send()
  expect([phone, family, stranger].map(pushesTo)).toEqual([1, 1, 0])
  const [, second] = await ticketsOf(sale)
  await hasCode(phone, serialOf(sale, 2), second.qrCode)
  await hasCode(family, serialOf(sale, 2), second.qrCode)
})

test('a change of another ticket of the order pushes nothing', async () => {
  const { sale, phone } = await onPhone()
  const [, second] = await ticketsOf(sale)
  await reschedule(sale, 1, [second.id])
  await world.send()
  expect(pushesTo(phone)).toBe(0)
})

test('a pass shows the new time of a session that is moved', async () => {
  const { sale, phone } = await onPhone()
  const { expirationDate, eventTicket } = phone.pass()
  await moveSession(world, sale)
  await world.send()
  await until(
    async () => phone.pass().expirationDate,
    (seen) => seen !== expirationDate,
  )
  expect(phone.pass().eventTicket).not.toEqual(eventTicket)
  await world.server.sql(`update sessions set display_name = 'Evening' where id = $1`, [
    sale.event.sessionId,
  ])
  expect(await updates()).toEqual([])
})

test('a pass that is removed from the phone gets no push any more', async () => {
  const { sale, phone } = await onPhone()
  await phone.add(await downloadPass(sale, 1))
  expect(await phone.remove(serialOf(sale, 1))).toBe(200)
  const [first] = await ticketsOf(sale)
  await reschedule(sale, 1, [first.id])
  expect(await updates()).toEqual([])
  expect(await phone.remove(serialOf(sale, 2))).toBe(200)
  await reschedule(sale, 2)
  expect(await updates()).toEqual([])
  const rows = await world.server.sql('select from wallet_devices where push_token = $1', [
    phone.pushToken,
  ])
  expect(rows).toEqual([])
})

test('registering again changes the push token', async () => {
  const { sale, phone } = await onPhone()
  expect(await phone.register(phone.pass())).toBe(200)
  await phone.renewToken()
  await reschedule(sale)
  await world.send()
  expect(pushesTo(phone)).toBe(1)
})

test('a phone with an old file of a changed ticket gets a push to fetch the pass when it registers', async () => {
  const sale = await world.buy()
  const old = await downloadPass(sale)
  await reschedule(sale)
  const phone = new Phone(world.apns)
  await phone.add(old)
  await world.send()
  const [ticket] = await ticketsOf(sale)
  await hasCode(phone, serialOf(sale), ticket.qrCode)
})

describe('a phone that registers while its ticket is being changed', () => {
  /**
   * How many pushes are to be sent after a change that was not committed when the phone registered, at
   * the server with this address.
   */
  async function registerDuringChange(url = world.server.url): Promise<number> {
    const { server, apns } = world
    const sale = await world.buy()
    const phone = new Phone(apns)
    server.foyer.context.origin = () => url
    const file = await downloadPass(sale)
    server.foyer.context.origin = () => server.url
    let status: Promise<number> | undefined
    let isAnswered = false
    await server.foyer.context.db.withTenant(defaultTenantOf(server).id, async (tx) => {
      await sql`select from orders where id = ${sale.orderId} for update`.execute(tx)
      await sql`update tickets set status = 'CANCELLED' where order_id = ${sale.orderId}`.execute(
        tx,
      )
      status = phone.add(file).finally(() => {
        isAnswered = true
      })
      await until(
        () => server.sql(`select from pg_stat_activity where wait_event_type = 'Lock'`),
        (waiting) => isAnswered || waiting.length > 0,
      )
    })
    expect(await status).toBe(201)
    return (await updates()).length
  }

  test('waits for the change, and is then told of it', async () => {
    expect(await registerDuringChange()).toBe(1)
  })

  test('misses the change if it does not wait (control)', { tags: ['night'] }, async () => {
    const mutated = mutateSql((text) => text.replace('and erased_at is null for share', ''))
    // Its connections are made while statements are mutated.
    const other = await world.server.sibling()
    try {
      expect(await registerDuringChange(other.url)).toBe(0)
      expect(mutated.count()).toBeGreaterThan(0)
    } finally {
      mutated.restore()
      await other.close()
    }
  })
})

describe('a push', () => {
  test('that Apple does not take is tried again, later each time, and given up after three days', async () => {
    const { sale, phone } = await onPhone()
    await reschedule(sale)
    world.apns.isDown = true
    await world.send()
    await world.send()
    expect(await updates()).toEqual([
      { attempts: 2, last_error: expect.stringContaining('503'), waits: true },
    ])
    world.apns.isDown = false
    await world.send()
    expect([pushesTo(phone), await updates()]).toEqual([1, []])

    world.apns.isDown = true
    await reschedule(sale, 2)
    await world.server.sql(
      `update wallet_updates set created_at = now() - interval '3 days 1 hour'`,
    )
    await world.send()
    expect(await updates()).toEqual([])
  })

  test('to a phone that Apple does not know any more removes the phone', async () => {
    const { sale, phone } = await onPhone()
    world.apns.expire(phone.pushToken)
    await reschedule(sale)
    await world.send()
    const left = await world.server.sql('select from wallet_devices where push_token = $1', [
      phone.pushToken,
    ])
    expect([left, await updates()]).toEqual([[], []])
    await reschedule(sale, 2)
    expect(await updates()).toEqual([])
  })

  test('is repeated for a change that comes while it is under way', async () => {
    const { sale, phone } = await onPhone()
    await reschedule(sale)
    const { walletServices } = world.server.foyer.context
    const { apple } = walletServices
    if (!apple) throw new Error('The server has a wallet')
    walletServices.apple = {
      ...apple,
      async push(token) {
        await reschedule(sale, 2)
        return apple.push(token)
      },
    }
    await world.send()
    walletServices.apple = apple
    expect(await updates()).toEqual([{ attempts: 0, last_error: null, waits: false }])
    await world.send()
    expect([pushesTo(phone), await updates()]).toEqual([2, []])
  })

  test('is not kept where no wallet is configured any more', async () => {
    const { sale, phone } = await onPhone()
    await reschedule(sale)
    const { walletServices } = world.server.foyer.context
    const { apple } = walletServices
    walletServices.apple = null
    await world.send()
    walletServices.apple = apple
    expect([pushesTo(phone), await updates()]).toEqual([0, []])
  })
})

test('purchases and changes of orders that are in no wallet write nothing for wallets', async () => {
  const count = () =>
    world.server.sql(`select (select count(*) from wallet_passes) as passes,
      (select count(*) from wallet_updates) as updates`)
  const before = await count()
  const sale = await world.buy()
  await reschedule(sale)
  await giveBack(world.server, sale.orderId)
  expect(await count()).toEqual(before)
})

test('fifty devices may follow a pass, and further ones are refused', async () => {
  const { sale, phone } = await onPhone()
  await world.server.sql(
    `with devices as (insert into wallet_devices (tenant_id, device_key, push_token)
       select 1, 'family ' || n, n from generate_series(2, 50) n returning tenant_id, device_key)
     insert into wallet_registrations (tenant_id, device_key, order_id, ticket_number)
     select tenant_id, device_key, $1, 1 from devices`,
    [sale.orderId],
  )
  const further = new Phone(world.apns)
  expect(await further.add(await downloadPass(sale))).toBe(409)
  expect(await phone.register(phone.pass())).toBe(200)
  expect(await further.add(await downloadPass(sale, 1))).toBe(201)
})

describe('without the token of a pass', () => {
  const paths = (serialNumber: string): [string, string, object?][] => [
    [
      'POST',
      `devices/d1/registrations/${PASS_TYPE_ID}/${serialNumber}`,
      { pushToken: 'a'.repeat(64) },
    ],
    ['DELETE', `devices/d1/registrations/${PASS_TYPE_ID}/${serialNumber}`],
    ['GET', `passes/${PASS_TYPE_ID}/${serialNumber}`],
  ]

  test('a pass that exists is refused like one that does not, and nothing changes', async () => {
    const { sale, phone } = await onPhone()
    await phone.add(await downloadPass(sale, 1))
    const own = phone.pass(serialOf(sale, 1)).authenticationToken
    const other = phone.pass(serialOf(sale, 2)).authenticationToken
    const foreign = createSecrets('another secret of thirty-two characters').passToken(1, {
      orderId: sale.orderId,
      ticketNumber: 1,
    })
    const unknown = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a00-1'
    const written = await watchWrites(world.server)
    const bodies = new Set<string>()
    for (const authorization of [
      undefined,
      '',
      own,
      `Bearer ${own}`,
      'ApplePass ',
      `ApplePass ${own}x`,
      `ApplePass ${other}`,
      `ApplePass ${foreign}`,
    ]) {
      for (const serialNumber of [serialOf(sale, 1), unknown]) {
        for (const [method, path, body] of paths(serialNumber)) {
          const headers: Record<string, string> =
            authorization === undefined ? {} : { authorization }
          const answer = await sale.browser.send(method, `/api/wallet/v1/${path}`, body, headers)
          expect([method, path, authorization, answer.status]).toEqual([
            method,
            path,
            authorization,
            401,
          ])
          bodies.add(JSON.stringify(answer.body))
        }
      }
    }
    expect(bodies.size).toBe(1)
    expect(await written()).toEqual([])
    // Control: with its token the pass is sent.
    expect(await phone.fetch(serialOf(sale, 1))).toBe(200)
  })

  test('the passes of a type that is not ours are refused as well', async () => {
    const { sale, phone } = await onPhone()
    const { authenticationToken } = phone.pass()
    const headers = { authorization: `ApplePass ${authenticationToken}` }
    for (const [method, path, body] of paths(serialOf(sale))) {
      const elsewhere = path.replace(PASS_TYPE_ID, 'pass.example.others')
      const answer = await sale.browser.send(method, `/api/wallet/v1/${elsewhere}`, body, headers)
      expect(answer.status).toBe(401)
    }
  })

  test('a phone that is unknown has no passes', async () => {
    const path = `/api/wallet/v1/devices/unknown/registrations/${PASS_TYPE_ID}`
    expect((await world.server.browser().send('GET', path)).status).toBe(204)
  })
})

test('what a phone reports is written to the log without its ids, and stored nowhere', async () => {
  const { sale, phone } = await onPhone()
  const written = await watchWrites(world.server)
  logged.length = 0
  const report = `Pass ${serialOf(sale)} (${phone.deviceId}): the server sent no pass`
  expect(await phone.report([report, ...Array(20).fill('again')])).toBe(200)
  expect(await written()).toEqual([])
  const line = logged.find((text) => text.includes('the server sent no pass')) ?? ''
  expect(line).toContain('Pass <id> (<id>): the server sent no pass')
  expect(line.split('again')).toHaveLength(10)
})

test('a pass of a brand names the web service of that brand, and is updated there', async () => {
  const { server, apns } = world
  const { tenantId } = await server.build.tenant({ slug: 'harbor' })
  await server.foyer.context.tenants.reload()
  const event = await server.build.event({ tenantId, sessions: 2 })
  const browser = server.browser({ 'x-tenant-subdomain': 'harbor' })
  const { body } = await buy(browser, event)
  const sale = { event, browser, orderId: body.orderId }
  const phone = new Phone(apns)
  expect(await phone.add(await downloadPass(sale))).toBe(201)
  expect(phone.pass().webServiceURL).toBe(`${server.url}/harbor/api/wallet`)
  await reschedule(sale)
  await phone.update()
  const [ticket] = await ticketsOf(sale)
  expect(phone.pass().barcodes[0]?.message).toBe(ticket.qrCode)
})

test('a push that was due when the worker was killed is sent by the next one', {
  tags: ['night'],
  timeout: 180_000,
}, async () => {
  const { wallets, apns } = world
  const own = await startTestServer({
    slowWork: 'thread',
    wallets: { apple: wallets.apple, google: wallets.google },
  })
  try {
    const event = await own.build.event({ sessions: 2 })
    const browser = own.browser()
    const { body } = await buy(browser, event)
    const sale = { event, browser, orderId: body.orderId }
    const phone = new Phone(apns)
    await phone.add(await downloadPass(sale))
    apns.isDown = true
    await reschedule(sale)
    const attempts = () =>
      own.sql<{ attempts: number }>('select attempts from wallet_updates where attempts > 0')
    await until(attempts, (rows) => rows.length > 0, 60_000)
    await own.foyer.worker?.kill()
    apns.isDown = false
    await own.sql('update wallet_updates set next_attempt_at = now()')
    const [ticket] = await ticketsOf(sale)
    await until(
      async () => phone.pass().barcodes[0]?.message,
      (seen) => seen === ticket.qrCode,
      60_000,
    )
  } finally {
    await own.close()
  }
})
