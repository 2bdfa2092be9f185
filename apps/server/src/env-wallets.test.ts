import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWallets } from './env-wallets.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'foyer wallets '))
  for (const name of ['pass.pem', 'pass.key', 'wwdr.pem']) await writeFile(join(root, name), name)
  const account = {
    client_email: 'tickets@example.com',
    private_key: 'KEY',
    type: 'service_account',
  }
  await writeFile(join(root, 'google.json'), JSON.stringify(account))
  const standIn = { ...account, token_uri: 'http://127.0.0.1:4011/token' }
  await writeFile(join(root, 'stand-in.json'), JSON.stringify(standIn))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const APPLE = {
  APPLE_PASS_TYPE_ID: 'pass.example.tickets',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_PASS_CERTIFICATE: 'pass.pem',
  APPLE_PASS_KEY: 'pass.key',
  APPLE_WWDR_CERTIFICATE: 'wwdr.pem',
}
const GOOGLE = { GOOGLE_WALLET_ISSUER_ID: '33', GOOGLE_WALLET_KEY: 'google.json' }

async function read(variables: Parameters<typeof readWallets>[0]) {
  const problems: string[] = []
  return { wallets: await readWallets(variables, root, problems), problems }
}

test('without variables there are no wallets and no problems', async () => {
  expect(await read({})).toEqual({ wallets: { apple: null, google: null }, problems: [] })
})

test('files are read from the root, and their content signs passes', async () => {
  const { wallets, problems } = await read({ ...APPLE, ...GOOGLE })
  expect(problems).toEqual([])
  expect(wallets).toEqual({
    apple: {
      passTypeId: 'pass.example.tickets',
      teamId: 'TEAM123456',
      certificate: 'pass.pem',
      key: 'pass.key',
      keyPassphrase: null,
      wwdr: 'wwdr.pem',
      push: { origin: 'https://api.push.apple.com', authority: null },
    },
    google: {
      issuerId: '33',
      email: 'tickets@example.com',
      privateKey: 'KEY',
      api: {
        url: 'https://walletobjects.googleapis.com/walletobjects/v1',
        tokenUrl: 'https://oauth2.googleapis.com/token',
      },
    },
  })
})

test('stand-ins take the place of the providers, with the tokens that the key names', async () => {
  const { wallets } = await read({
    ...APPLE,
    ...GOOGLE,
    GOOGLE_WALLET_KEY: 'stand-in.json',
    APPLE_PUSH_BASE: 'http://127.0.0.1:4010',
    GOOGLE_WALLET_API_BASE: 'http://127.0.0.1:4011/',
  })
  expect(wallets.apple?.push.origin).toBe('http://127.0.0.1:4010')
  expect(wallets.google?.api).toEqual({
    url: 'http://127.0.0.1:4011/walletobjects/v1',
    tokenUrl: 'http://127.0.0.1:4011/token',
  })
})

test.each([
  ['half of what Apple needs', { ...APPLE, APPLE_TEAM_ID: '' }, /go together: set all or none/],
  ['half of what Google needs', { GOOGLE_WALLET_ISSUER_ID: '33' }, /set both or none/],
  [
    'a file that is not there',
    { ...APPLE, APPLE_PASS_KEY: 'gone' },
    /^APPLE_PASS_KEY names a file/,
  ],
  ['a key that is no JSON', { ...GOOGLE, GOOGLE_WALLET_KEY: 'pass.pem' }, /service account's key/],
])('%s is reported by the name of its variable', async (_, variables, complaint) => {
  const { problems } = await read(variables)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(complaint)
})
