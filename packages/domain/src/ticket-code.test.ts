import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase32, toBase32 } from './base32.ts'
import {
  type TicketClaim,
  type TicketKey,
  ticketCodePayload,
  ticketCodeText,
  verifyTicketCode,
} from './ticket-code.ts'

const CLAIM: TicketClaim = {
  tenantId: 7,
  ticketId: '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01',
  sessionId: 'ffffffff-0000-4b5c-9a52-3f6f0e2f0a01',
  validationCode: '7K2M9-XQ4RT',
}

async function newSigner(keyId = 'deadbeef') {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('Ed25519 is a pair')
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const key: TicketKey = { keyId, publicKey }
  return {
    key,
    async sign(claim: TicketClaim) {
      const payload = ticketCodePayload(keyId, claim)
      const signature = await subtle.sign('Ed25519', pair.privateKey, payload)
      return ticketCodeText(payload, new Uint8Array(signature))
    },
  }
}

describe('base 32', () => {
  test('encodes and decodes any bytes, with letters of the alphanumeric set only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const text = toBase32(bytes)
        expect(text).toMatch(/^[0-9A-Z]*$/)
        expect(fromBase32(text)).toEqual(new Uint8Array(bytes))
      }),
    )
  })

  test.each([
    ['a letter outside of the alphabet', 'U0'],
    ['small letters', 'zz'],
    ['unused bits that are not 0', '01'],
    ['a letter too many', '000'],
  ])('has one spelling, so %s is refused', (_, text) => expect(fromBase32(text)).toBeNull())
})

describe('a signed code', () => {
  test('can be verified and read with the public key alone', async () => {
    const signer = await newSigner()
    const text = await signer.sign(CLAIM)
    expect(text).toHaveLength(192)
    expect(await verifyTicketCode([signer.key], text)).toEqual({ ok: true, claim: CLAIM })
  })

  test('is forged if any letter of it was changed', async () => {
    const signer = await newSigner()
    const text = await signer.sign(CLAIM)
    const answers = new Set<string>()
    for (let at = 0; at < text.length; at += 1) {
      const other = text.charAt(at) === '0' ? '1' : '0'
      const forged = text.slice(0, at) + other + text.slice(at + 1)
      const verified = await verifyTicketCode([signer.key], forged)
      expect([at, verified.ok]).toEqual([at, false])
      if (!verified.ok) answers.add(verified.reason)
    }
    expect(answers).toEqual(new Set(['unreadable', 'unknown_key', 'forged']))
  })

  test('signed by another key is unknown, even if that key claims the same id', async () => {
    const [signer, other, impostor] = await Promise.all([
      newSigner(),
      newSigner('00c0ffee'),
      newSigner(),
    ])
    const text = await signer.sign(CLAIM)
    const asked = (keys: TicketKey[]) => verifyTicketCode(keys, text)
    expect(await asked([])).toEqual({ ok: false, reason: 'unknown_key' })
    expect(await asked([other.key])).toEqual({ ok: false, reason: 'unknown_key' })
    expect(await asked([impostor.key])).toEqual({ ok: false, reason: 'forged' })
    expect(await asked([other.key, signer.key])).toMatchObject({ ok: true })
  })

  test.each([
    ['nothing', ''],
    ['the prefix alone', 'FOYER:'],
    ['a short code', 'FOYER:0123'],
    ['a web address', 'https://example.com/t/1'],
    ['a very long text', `FOYER:${'0'.repeat(5000)}`],
    ['a validation code', '7K2M9-XQ4RT'],
    ['letters of other scripts', 'FOYER:żółć'],
  ])('cannot be read from %s', async (_, text) => {
    const { key } = await newSigner()
    expect(await verifyTicketCode([key], text)).toEqual({ ok: false, reason: 'unreadable' })
  })
})
