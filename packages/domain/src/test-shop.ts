/**
 * Test orders (docs/decisions/0023-test-orders-in-a-shop-of-their-own.md). A test shop is paid on a test
 * account: not one of the provider's, but the name under which payments are made with the keys of the
 * provider's test mode. The database refuses it to every other shop (0041_test_shops.sql).
 */
const TEST_ACCOUNT = /^acct_test_\d+$/

export const testAccountOf = (tenantId: number): string => `acct_test_${tenantId}`

export const isTestAccount = (accountId: string | null): boolean =>
  accountId !== null && TEST_ACCOUNT.test(accountId)

/** A key with which real money moves. */
export const isLiveKey = (secretKey: string): boolean => /^[a-z]+_live_/.test(secretKey)

/** How everything of a test shop is called, wherever its name is read: pages, mails, tickets, passes. */
export const testShopName = (name: string): string => `${name} (test shop)`
export const testEventName = (name: string): string => `Test: ${name}`

export const TEST_TEXTS = {
  /** On each page of the shop. */
  banner: 'Orders are for trying out: no money is taken, and tickets admit nobody.',
  /** Where the shop takes payments. */
  card: 'Pay with the card 4242 4242 4242 4242, any date to come and any code.',
  /** On a ticket. */
  ticket: 'TEST: not valid for entry',
  /** Before the subject of a mail. */
  subject: '[Test] ',
} as const
