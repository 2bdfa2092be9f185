import { createPrivateKey, X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { withDemoWallets } from './demo-wallets.ts'

const envOf = async (variables: Record<string, string>) =>
  withDemoWallets(await readEnv({ DEMO: '1', ...variables }, '/tmp'))

it('the demo has wallets whose certificate its own key signed', async () => {
  const { apple, google } = (await envOf({})).wallets
  const certificate = new X509Certificate(apple?.certificate ?? '')
  expect(certificate.subject).toBe(`CN=${apple?.passTypeId}`)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkPrivateKey(createPrivateKey(apple?.key ?? ''))).toBe(true)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
  expect([apple?.isDemo, google?.isDemo]).toEqual([true, true])
})

it('every start of the demo makes new keys', async () => {
  const [first, second] = [await envOf({}), await envOf({})]
  expect(first.wallets.apple?.key).not.toBe(second.wallets.apple?.key)
})

it('without the demo there are only the wallets that are configured', async () => {
  expect((await envOf({ DEMO: '0' })).wallets).toEqual({ apple: null, google: null })
})
