import { randomUUID } from 'node:crypto'
import { administer, urlOf } from '@foyer/testkit/cluster'
import { makeDataFolder, type Started, startProgram, takePort } from '../harness/program.ts'
import { CARDS } from '../support/buyer.ts'
import { holdBack } from '../support/hold-back.ts'
import { readyToPay } from '../support/ready-to-pay.ts'
import { test as base, expect } from '../support/test.ts'
import { World } from '../support/world.ts'

interface CrashFixtures {
  /** A program for this test only, which it kills and starts again at the same address. */
  program: { world: World; start: () => Promise<void>; kill: () => Promise<void>; url: string }
}

const test = base.extend<CrashFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its pattern
  program: async ({}, use) => {
    const cluster = process.env.FOYER_E2E_DATABASE_URL ?? ''
    const database = `foyer_test_crash_${randomUUID().slice(0, 8)}`
    await administer(cluster, `create database ${database}`)
    const data = await makeDataFolder()
    const reserved = await takePort()
    await reserved.free()
    const world = new World(urlOf(cluster, database))
    let running: Started | null = null
    const end = async (signal: NodeJS.Signals) => {
      running?.process.kill(signal)
      await running?.ended
      running = null
    }
    const start = async () => {
      running = startProgram({
        PORT: String(reserved.port),
        FOYER_DATA: data.path,
        DATABASE_URL: urlOf(cluster, database),
        // To seed it, and to draw its pictures, would take longer than the test.
        DEMO: '0',
      })
      await running.opened
    }
    await start()
    const url = `http://localhost:${reserved.port}`
    await world.defaultTenant()
    await expect.poll(async () => (await fetch(`${url}/api/tenant`)).status).toBe(200)
    await use({ world, start, kill: () => end('SIGKILL'), url })
    await end('SIGTERM')
    await world.close()
    await administer(cluster, `drop database if exists ${database} with (force)`)
    await data.remove()
  },
  baseURL: async ({ program }, use) => use(program.url),
})

test.setTimeout(180_000)

test('the page waits for a server that dies between the charge and the order @night', async ({
  page,
  program,
  watch,
}) => {
  const orders = /\/api\/checkout\/orders$/
  watch.expectFailure(/./)
  const { buyer, event } = await readyToPay(page, program.world)
  const letGo = await holdBack(page, orders)
  await buyer.pay(CARDS.works)
  await buyer.expectStep('Confirming your tickets…')
  await program.kill()
  letGo()
  await expect(page.getByText('This takes longer than usual.')).toBeVisible()
  await program.start()
  await buyer.expectConfirmation()
  const sales = await program.world.sales(event.eventId)
  expect(sales).toEqual({ orders: 1, tickets: 2, payments: 1 })
})
