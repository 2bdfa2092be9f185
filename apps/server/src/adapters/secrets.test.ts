import { verifyTicketCode } from '@foyer/domain'
import { expect, test } from 'vitest'
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
  // A process that starts anew has the same keys.
  const restarted = createSecrets('a secret of thirty-two characters or more')
  expect(await verifyTicketCode([restarted.ticketKey(1)], code)).toMatchObject({ ok: true })
  const stranger = createSecrets('another secret of the same length')
  for (const key of [secrets.ticketKey(2), stranger.ticketKey(1)]) {
    expect(await verifyTicketCode([key], code)).toEqual({ ok: false, reason: 'unknown_key' })
    const impostor = { ...key, keyId: secrets.ticketKey(1).keyId }
    expect(await verifyTicketCode([impostor], code)).toEqual({ ok: false, reason: 'forged' })
  }
})

test('the public key is all that is told of a pair', () => {
  expect(Object.keys(secrets.ticketKey(1)).sort()).toEqual(['keyId', 'publicKey'])
  expect(secrets.ticketKey(1).publicKey).toHaveLength(32)
})

test('a link opens the order it was made for, and no other', () => {
  const token = secrets.orderToken(1, TICKET)
  expect(secrets.isOrderToken(1, TICKET, token)).toBe(true)
  expect(secrets.isOrderToken(2, TICKET, token)).toBe(false)
  expect(secrets.isOrderToken(1, TICKET.replace('a01', 'a02'), token)).toBe(false)
  for (const wrong of ['', token.slice(1), `${token}A`, token.toLowerCase(), 'é'.repeat(24)]) {
    expect(secrets.isOrderToken(1, TICKET, wrong)).toBe(false)
  }
})
