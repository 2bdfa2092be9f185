import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of thirty-two characters or more')
const TICKET = '0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a01'

test("a ticket's code is its own: another ticket, tenant, code or secret gives another", () => {
  const code = secrets.ticketCode(1, TICKET, '7K2M9-XQ4RT')
  expect(code).toMatch(new RegExp(`^FOYER1\\.${TICKET}\\.[A-Za-z0-9_-]{24}$`))
  expect(secrets.ticketCode(1, TICKET, '7K2M9-XQ4RT')).toBe(code)
  const others = [
    secrets.ticketCode(2, TICKET, '7K2M9-XQ4RT'),
    secrets.ticketCode(1, TICKET.replace('a01', 'a02'), '7K2M9-XQ4RT'),
    secrets.ticketCode(1, TICKET, '7K2M9-XQ4RS'),
    createSecrets('another secret of the same length').ticketCode(1, TICKET, '7K2M9-XQ4RT'),
  ]
  const signatures = [code, ...others].map((each) => each.split('.')[2])
  expect(new Set(signatures).size).toBe(5)
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

test('each purpose has a key of its own', () => {
  const signature = secrets.ticketCode(1, TICKET, '').split('.')[2]
  expect(secrets.orderToken(1, `${TICKET}/`)).not.toBe(signature)
})
