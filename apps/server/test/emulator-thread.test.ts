import { buy, serverForTests, until } from '@foyer/testkit'
import { describe, expect, test, vi } from 'vitest'
import { bought } from './support/money.ts'
import { askProvider, controlProvider } from './support/provider.ts'

/** On a busy machine a thread may take this long to start. */
const PATIENCE_MS = 60_000
vi.setConfig({ testTimeout: 2 * PATIENCE_MS })

const server = serverForTests({ slowWork: 'thread' })

const threadOf = () => {
  const { emulatorThread } = server.foyer
  if (!emulatorThread) throw new Error('There is a thread of the emulator')
  return emulatorThread
}
const readyz = async () => Object(await (await fetch(`${server.url}/readyz`)).json())
const untilReady = () => until(readyz, ({ status }) => status === 'ready', PATIENCE_MS)

describe('the payments emulator in its thread', () => {
  test('completes a purchase, and its webhooks reach the server', async () => {
    const { body } = await buy(server.browser(), await server.build.event())
    expect(body.orderId).toEqual(expect.any(String))
    const types = await until(
      () => server.sql<{ type: string }>('select type from provider_events'),
      (rows) => rows.length > 0,
      PATIENCE_MS,
    )
    expect(types[0]?.type).toMatch(/^(payment_intent|charge)\./)
  })

  test('serves its script for browsers from the address of the server', async () => {
    const script = await fetch(`${server.url}/payments-emulator/stripe.js`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    const etag = script.headers.get('etag') ?? ''
    expect((await script.text()).length).toBeGreaterThan(1000)
    const again = await fetch(script.url, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  test('ends the connection of a browser when the emulator ends the call', async () => {
    await controlProvider(server, 'faults', { match: 'GET /v1/refunds', kind: 'cut' })
    await expect(askProvider(server, 'refunds')).rejects.toThrow()
    expect(await askProvider(server, 'refunds')).toMatchObject({ object: 'list' })
  })

  test('is started again after a kill with every payment that it answered for, and /readyz reports it', async () => {
    const { intentId } = await bought(server, await server.build.event())
    const { restarts } = threadOf().state()
    await threadOf().kill()
    expect(await readyz()).toMatchObject({ status: 'degraded', checks: { emulator: false } })
    // Everything except payments still works.
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const away = await fetch(`${server.url}/payments-emulator/stripe.js`)
    expect([away.status, Object(await away.json()).error.type]).toEqual([503, 'api_error'])
    await untilReady()
    expect(threadOf().state().restarts).toBe(restarts + 1)
    expect(await askProvider(server, `payment_intents/${intentId}`)).toMatchObject({
      status: 'succeeded',
    })
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toContain('foyer_emulator_up 1')
    expect(metrics).toContain(`foyer_emulator_restarts ${restarts + 1}`)
  })

  test('sends the webhooks that a kill interrupted, and takes payments again', async () => {
    const event = await server.build.event()
    await controlProvider(server, 'webhooks/hold')
    const { intentId } = await bought(server, event)
    await threadOf().kill()
    await untilReady()
    await until(
      () => server.sql(`select 1 from provider_events where object_id = $1`, [intentId]),
      (rows) => rows.length > 0,
      PATIENCE_MS,
    )
    const { body } = await buy(server.browser(), event)
    expect(body.orderId).toEqual(expect.any(String))
  })
})
