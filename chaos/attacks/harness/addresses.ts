/**
 * Servers here run as behind one proxy that ends HTTPS, and believe what it says of the client. So
 * every client has the address it wants, on any operating system and without a second interface.
 */
export const fromAddress = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': 'https',
})

/** The one address of an attacker who has but one. */
export const ATTACKER = '198.51.100.66'

let people = 0

/** An address that nobody had before, in a network of its own. */
export function freshAddress(): string {
  people += 1
  return `10.${(people >> 8) & 255}.${people & 255}.7`
}
