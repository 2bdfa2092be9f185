import { createVerify, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpMailer } from '../src/adapters/smtp-mailer.ts'
import { headerOf, type MailServer, startMailServer } from './support/mail-server.ts'

let smtp: MailServer
beforeAll(async () => {
  smtp = await startMailServer()
})
afterAll(() => smtp.close())

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** Sends a mail, and returns it as the mail server received it. */
async function received(dkim: Parameters<typeof createSmtpMailer>[1]) {
  smtp.received.length = 0
  const mailer = createSmtpMailer(smtp.url, dkim)
  await mailer.send({
    id: 'm1',
    kind: 'confirmation',
    host: 'foyer.example',
    from: { name: 'Roxy', address: 'box@roxy.example' },
    to: 'ada@example.com',
    subject: 'Your tickets',
    html: '<p>Hello</p>',
    text: 'Hello',
    files: [],
  })
  mailer.close()
  return smtp.received[0]
}

/** 'name:value' as the 'relaxed' canonicalization has it (RFC 6376, 3.4.2). */
const relaxed = (name: string, value: string) =>
  `${name.toLowerCase()}:${value.replace(/\s+/g, ' ').trim()}`

test('a mail is signed with the key for the platform’s domain, which need not be its sender’s', async () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const mail = await received({ domain: 'foyer.example', selector: 's1', privateKey: pem })
  const header = headerOf(mail, 'DKIM-Signature')
  const part = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(header)?.[1]?.replace(/\s/g, '') ?? ''
  expect([part('d'), part('s'), part('a')]).toEqual(['foyer.example', 's1', 'rsa-sha256'])
  const signed = part('h')
    .split(':')
    .map((name) => relaxed(name, headerOf(mail, name)))
  const own = relaxed('DKIM-Signature', header.replace(/(;\s*b=)[\s\S]*$/, '$1'))
  const verify = createVerify('RSA-SHA256').update([...signed, own].join('\r\n'))
  expect(verify.verify(publicKey, part('b'), 'base64')).toBe(true)
})

test('without a key a mail has no signature', async () => {
  expect(headerOf(await received(null), 'DKIM-Signature')).toBe('')
})
