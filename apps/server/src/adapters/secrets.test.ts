import { verifyTicketCode } from '@foyer/domain'
import { describe, expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of thirty-two characters or more')
const TICKET = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'

const CLAIM = {
  tenantId: 1,
  ticketId: TICKET,
  sessionId: TICKET.replace('a01', 'a09'),
  validationCode: '7K2M9-XQ4RT',
}

test("a ticket's code is verified with its tenant's public key, and with no other", async () => {
  const code = secrets.ticketCode(CLAIM)
  expect(secrets.ticketCode(CLAIM)).toBe(code)
  expect(await verifyTicketCode([secrets.ticketKey(1)], code)).toEqual({ ok: true, claim: CLAIM })
  // A restarted process derives the same keys.
  const restarted = createSecrets('a secret of thirty-two characters or more')
  expect(await verifyTicketCode([restarted.ticketKey(1)], code)).toMatchObject({ ok: true })
  const stranger = createSecrets('another secret of the same length')
  for (const key of [secrets.ticketKey(2), stranger.ticketKey(1)]) {
    expect(await verifyTicketCode([key], code)).toEqual({ ok: false, reason: 'unknown_key' })
    const impostor = { ...key, keyId: secrets.ticketKey(1).keyId }
    expect(await verifyTicketCode([impostor], code)).toEqual({ ok: false, reason: 'forged' })
  }
})

test('only the public key of a pair is revealed', () => {
  expect(Object.keys(secrets.ticketKey(1)).sort()).toEqual(['keyId', 'publicKey'])
  expect(secrets.ticketKey(1).publicKey).toHaveLength(32)
})

describe('the token of an order link', () => {
  const endsAt = new Date('2027-03-01T12:00:00.000Z')
  const token = secrets.orderToken(1, TICKET, endsAt)
  const read = (text: string, tenantId = 1, orderId = TICKET) =>
    secrets.readOrderToken(tenantId, orderId, text)

  test('is accepted for its order, with its end, and for no other order', () => {
    expect(read(token)).toEqual({ endsAt, linkEnds: 0 })
    expect(read(token, 2)).toBeNull()
    expect(read(token, 1, TICKET.replace('a01', 'a02'))).toBeNull()
    for (const wrong of ['', token.slice(1), `${token}A`, token.toUpperCase(), 'é'.repeat(24)]) {
      expect(read(wrong)).toBeNull()
    }
  })

  test('is rejected once its end is changed or removed', () => {
    const [end = '', signature = ''] = token.split('.')
    const later = (Number.parseInt(end, 36) + 1).toString(36)
    for (const wrong of [`${later}.${signature}`, signature, `.${signature}`, `0${token}`]) {
      expect(read(wrong)).toBeNull()
    }
  })

  test('is accepted without an end if an older version made it', () => {
    // HMAC-SHA-256 of '1/<order>', as in mails from before links had an end.
    expect(read('9U0wcBVkbKCjSNRdNB3UcAp-')).toEqual({ endsAt: null, linkEnds: 0 })
  })
})

describe('a sealed text', () => {
  const secrets = createSecrets('a secret of thirty-two characters or more')

  test('is opened for its owner alone, with the same secret', () => {
    const sealed = secrets.seal('person/1', 'JBSWY3DPEHPK3PXP')
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
    expect(secrets.seal('person/1', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
    expect(secrets.unseal('person/1', sealed)).toBe('JBSWY3DPEHPK3PXP')
    expect(secrets.unseal('person/2', sealed)).toBeNull()
    const other = createSecrets('another secret of thirty-two characters')
    expect(other.unseal('person/1', sealed)).toBeNull()
  })

  test.each(['', 'short', 'A'.repeat(60)])('is not made of %s', (text) => {
    expect(secrets.unseal('person/1', text)).toBeNull()
  })
})

test('digests of different purposes differ', () => {
  const secrets = createSecrets('a secret of thirty-two characters or more')
  expect(secrets.staffDigest('session', 'x')).not.toBe(secrets.staffDigest('link', 'x'))
  expect(secrets.staffDigest('session', 'x')).toMatch(/^[\w-]{43}$/)
})
