/**
 * The servers run as if behind one HTTPS proxy and trust its `X-Forwarded-For`. So each client can
 * have its own address, on any operating system and without a second network interface.
 */
export const fromAddress = (address: string): Record<string, string> => ({
  'x-forwarded-for': address,
  'x-forwarded-proto': 'https',
})

/** The address of an attacker that has only one. */
export const ATTACKER = '198.51.100.66'

let people = 0

/** An unused address in a network of its own. */
export function freshAddress(): string {
  people += 1
  return `10.${(people >> 8) & 255}.${people & 255}.7`
}
