import { createEmulator } from '@foyer/payments-emulator'
import { buy, serverForTests } from '@foyer/testkit'
import { afterAll, expect, test } from 'vitest'

const keys = {
  secretKey: 'sk_test_elsewhere',
  publishableKey: 'pk_test_elsewhere',
  webhookSecret: 'whsec_elsewhere',
}
const emulator = createEmulator(keys)
const provider = await emulator.listen({ prefix: '/payments-emulator' })
const server = serverForTests({
  stripe: { ...keys, api: { host: provider.host, port: provider.port } },
})

afterAll(async () => {
  await provider.close()
  await emulator.close()
})

test('browsers pay at the emulator that STRIPE_API_BASE names, through the server', async () => {
  const config = await (await fetch(`${server.url}/api/stripe/config`)).json()
  expect(config).toEqual({
    publishableKey: keys.publishableKey,
    apiBase: '/payments-emulator',
    scriptUrl: '/payments-emulator/stripe.js',
  })
  const script = await fetch(`${server.url}/payments-emulator/stripe.js`)
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const { body } = await buy(server.browser(), await server.build.event())
  expect(body.orderId).toEqual(expect.any(String))
})
