import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDkim } from './env-dkim.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-dkim-'))
  const pem = { type: 'pkcs8', format: 'pem' } as const
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem)
  await writeFile(join(folder, 'rsa.pem'), rsa)
  await writeFile(join(folder, 'ed.pem'), generateKeyPairSync('ed25519').privateKey.export(pem))
  await writeFile(join(folder, 'text'), 'no key')
})
afterAll(() => rm(folder, { recursive: true }))

async function read(env: Parameters<typeof readDkim>[0]) {
  const problems: string[] = []
  const dkim = await readDkim(env, folder, problems)
  return { dkim, problems }
}
const SET = { DKIM_DOMAIN: 'example.com', DKIM_SELECTOR: 'foyer', DKIM_KEY: 'rsa.pem' }

test('mails are signed if domain, selector and key are set, and not without them', async () => {
  expect(await read({})).toEqual({ dkim: null, problems: [] })
  const { dkim, problems } = await read(SET)
  expect(problems).toEqual([])
  expect(dkim).toMatchObject({ domain: 'example.com', selector: 'foyer' })
  expect(dkim?.privateKey).toContain('PRIVATE KEY')
})

test.each([
  [{ ...SET, DKIM_KEY: '' }, /go together/],
  [{ DKIM_DOMAIN: 'example.com' }, /go together/],
  [{ ...SET, DKIM_KEY: 'gone' }, /^DKIM_KEY must name a file/],
  [{ ...SET, DKIM_KEY: 'text' }, /^DKIM_KEY must name a file/],
  [{ ...SET, DKIM_KEY: 'ed.pem' }, /RSA/],
])('%j is refused', async (env, reason) => {
  expect((await read(env)).problems).toEqual([expect.stringMatching(reason)])
})
