import { serverForTests, TEST_SECRET } from '@foyer/testkit'
import { expect, test } from 'vitest'
import { createSecrets } from '../src/adapters/secrets.ts'
import { DEPLOYMENT_PATH, deploymentChallenge } from '../src/http/deployment-route.ts'

const server = serverForTests({ jobs: false })

const ask = (authorization: string) =>
  server.browser({ authorization }).send('GET', DEPLOYMENT_PATH)
const challenge = (secret = TEST_SECRET, now = Date.now()) =>
  deploymentChallenge(createSecrets(secret), now)

test('a caller that knows the secret is shown how its own request arrived', async () => {
  const { authorization, expected } = challenge()
  const answer = await ask(authorization)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toEqual({
    proof: expected,
    address: '127.0.0.1',
    forwardedFor: null,
    host: new URL(server.url).host,
    now: expect.any(Number),
  })
})

test('a caller without the secret, or with a recorded request, gets a 404', async () => {
  const { authorization, expected } = challenge()
  const [, sentAt, nonce] = /^Foyer (\d+)\.([\w-]+)\./.exec(authorization) ?? []
  for (const wrong of [
    '',
    'Bearer x',
    `${authorization}x`,
    // The proof that an answer carries is not accepted in a request.
    `Foyer ${sentAt}.${nonce}.${expected}`,
    `Foyer ${sentAt}1.${nonce}.${authorization.split('.').at(-1)}`,
    challenge('another secret of thirty-two characters').authorization,
    challenge(TEST_SECRET, Date.now() - 16 * 60_000).authorization,
  ]) {
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 404])
  }
})
