import { isIPv6 } from 'node:net'
import { type Refusal, refused } from '@foyer/contract'
import { BoundedMap } from '../engine/bounded-map.ts'

const WINDOW_MS = 60_000
/** Addresses remembered for one endpoint: whoever has more of them is no longer one guesser. */
const MOST_ADDRESSES = 10_000

/** What one more try of an address comes to. */
export interface Tried {
  /** Null: it may go on. */
  refusal: Refusal | null
  /** Names and values in turn. */
  headers: string[]
}

/**
 * Counts tries by address, in minutes that begin with an address's first one. `now` in milliseconds.
 */
export function createRateLimit(
  perMinute: number,
  now: () => number = () => performance.now(),
): (address: string) => Tried {
  const windows = new BoundedMap<string, { count: number; endsAt: number }>(MOST_ADDRESSES)
  return (address) => {
    const key = networkOf(address)
    const at = now()
    const present = windows.get(key)
    const window = present && present.endsAt > at ? present : { count: 0, endsAt: at + WINDOW_MS }
    window.count += 1
    // Written each time: what the map forgets first is then who has not tried for longest.
    windows.set(key, window)
    const seconds = Math.ceil((window.endsAt - at) / 1000)
    const isOver = window.count > perMinute
    return {
      refusal: isOver ? tooMany(seconds) : null,
      headers: [
        ...['x-ratelimit-limit', String(perMinute)],
        ...['x-ratelimit-remaining', String(Math.max(0, perMinute - window.count))],
        ...['x-ratelimit-reset', String(seconds)],
        ...(isOver ? ['retry-after', String(seconds)] : []),
      ],
    }
  }
}

const tooMany = (seconds: number): Refusal => {
  const wait = seconds === 1 ? '1 second' : `${seconds} seconds`
  return refused('rate_limited', `Too many tries. Please wait ${wait} and try again.`).refusal
}

/** Of an IPv6 address the network that one customer gets (/64): its other half is theirs to choose. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '')
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
