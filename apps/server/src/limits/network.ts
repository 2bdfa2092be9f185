import { isIPv6 } from 'node:net'

/**
 * Returns what limits count as one caller: an IPv4 address, or the /64 network of an IPv6 address,
 * because a customer gets a whole /64 and chooses the other half. Anything else is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  // Most addresses are plain IPv4, and this runs for every request.
  if (!address.includes(':')) return address
  const [plain = ''] = address.toLowerCase().split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped || !isIPv6(plain)) return mapped ?? plain
  const [head = '', tail] = plain.split('::')
  const groups = groupsOf(head)
  const behind = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - groups.length - behind.length
  const all = [...groups, ...Array<number>(zeros).fill(0), ...behind]
  return `${all
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const groupsOf = (text: string): number[] =>
  text.split(':').flatMap((group) => (group === '' ? [] : Number.parseInt(group, 16)))
