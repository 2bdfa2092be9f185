import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/**
 * The proxies that are trusted to report a client's address: the number of proxies between the
 * client and this process, or the networks (CIDR or single addresses) of the proxies.
 */
export type TrustedProxies = number | readonly string[]

/** Reads a client's address and protocol through the proxies in front of this process. */
export interface Forwarded {
  /** The address without port and zone; '' for a socket that has no address. */
  addressOf(request: IncomingMessage): string
  /** Whether a proxy is trusted, for the framework; `hop` 0 is the peer of the socket. */
  trusts(address: string, hop: number): boolean
  /** Whether buyers reach this site by HTTPS; PUBLIC_URL decides, not a header. */
  isHttps: boolean
}

/** More proxies than any deployment has: reading a client's long header must not take long. */
const MOST_HOPS = 16

/**
 * Reads X-Forwarded-For from its right end, where the nearest proxy has added the address it saw,
 * and continues while the last address read is that of a trusted proxy. Entries further left were
 * written by the client: if they were trusted, a client that invents addresses could pass every
 * limit.
 */
export function createForwarded(options: {
  trustedProxies: TrustedProxies
  isHttps: boolean
}): Forwarded {
  const trusts = trustOf(options.trustedProxies)
  return {
    trusts,
    isHttps: options.isHttps,
    addressOf({ headers, socket }) {
      let address = withoutZone(socket.remoteAddress ?? '')
      const list = headers['x-forwarded-for']?.toString()
      if (list === undefined) return address
      let end = list.length
      for (let hop = 0; hop < MOST_HOPS && end >= 0 && trusts(address, hop); hop += 1) {
        const start = end === 0 ? 0 : list.lastIndexOf(',', end - 1) + 1
        const next = addressIn(list.slice(start, end))
        // 'unknown' or garbage: the result is the address that the last trusted proxy reported.
        if (next === null) return address
        address = next
        end = start - 1
      }
      return address
    },
  }
}

function trustOf(proxies: TrustedProxies): Forwarded['trusts'] {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies
  const networks = new BlockList()
  for (const text of proxies) addNetwork(networks, text)
  return (address) => networks.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Whether `text` is an address or a network in CIDR notation, such as 10.0.0.0/8 or fd00::/8. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
  return longest > 0 && isPrefix && more.length === 0 && !address.includes('%')
}

function addNetwork(networks: BlockList, text: string): void {
  const [address = '', prefix] = text.split('/')
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (prefix === undefined) networks.addAddress(address, family)
  else networks.addSubnet(address, Number(prefix), family)
}

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/
const WITH_PORT = /^([\d.]+):\d{1,5}$/

/**
 * Parses an address; some proxies append the port: 192.0.2.3:5678, [2001:db8::1]:443. Null if it is
 * none.
 */
function addressIn(sent: string): string | null {
  const text = sent.trim()
  if (isIPv4(text)) return text
  const address = BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text
  if (isIPv4(address)) return address
  return isIPv6(address) ? withoutZone(address) : null
}

/** The zone in fe80::1%eth0 is an interface name on the sender's machine. */
const withoutZone = (address: string): string => {
  const zoneAt = address.indexOf('%')
  return zoneAt < 0 ? address : address.slice(0, zoneAt)
}
