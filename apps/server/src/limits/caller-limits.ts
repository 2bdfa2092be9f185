import {
  ADMISSION,
  type Admission,
  type Endpoint,
  HOLD,
  PAGE,
  type Refused,
  refused,
  STREAM,
} from '@foyer/contract'
import type { Bounds } from '../bounds.ts'
import { AtOnce } from './at-once.ts'
import { createHeldTicketLimits, type HeldTicketLimits } from './held-tickets.ts'
import type { SharedCounts } from './shared-counts.ts'
import { type Tried, TryCounter } from './try-counter.ts'

/** The kinds of limits that refuse, as the metrics name them. */
export type LimitKind = 'network' | 'browser' | 'target' | 'guess' | 'underway' | 'stream' | 'held'

/** Who makes a call: a network, and a browser if it has a cookie. */
interface Caller {
  network: string
  browserId: string | null
}

/** The validated parameters of a call; the target of a limit may be one of them. */
interface CallInput {
  params: unknown
  body: unknown
}

/** The limits of one endpoint. */
export interface EndpointLimits {
  /** Called before the request is read; `isGuess` says whether the call guesses a credential. */
  tryNetwork(network: string, isGuess: () => boolean): Tried
  /** Called after validation: with keys that were not validated, a client could fill the memory. */
  tryCaller(caller: Caller, input: CallInput, isGuess: () => boolean): Tried
  /**
   * Begins a call of this endpoint. Returns false if its network already has too many calls of the
   * class in progress.
   */
  begin(network: string): boolean
  end(network: string): void
}

/** All limits of single callers in this process; the contract has their numbers. */
export interface CallerLimits {
  of(endpoint: Endpoint): EndpointLimits
  /** For requests outside the contract. */
  tryPage(network: string): Tried
  /** The open live streams of each network. */
  streams: { begin(network: string): boolean; end(network: string): void }
  heldTickets: HeldTicketLimits
}

export interface CallerLimitsOptions {
  bounds: Pick<Bounds, 'holdsInProgress' | 'callsInProgress'>
  /** By how much all limits are multiplied now: operators may change it while the process runs. */
  factor(): number
  /** Hashes a caller to the key under which processes share its counts. */
  hash(caller: string): string
  shared: Pick<SharedCounts, 'add'>
  onRefused(kind: LimitKind): void
}

export const TOO_MANY_AT_ONCE: Refused = refused(
  'rate_limited',
  'Too many requests from your network at once. Please try again in a moment.',
  { retryAfterSeconds: 1 },
)

const UNCOUNTED: Tried = { refusal: null, headers: [] }

export function createCallerLimits(options: CallerLimitsOptions): CallerLimits {
  const { bounds, factor, hash, shared, onRefused } = options

  function counting(kind: LimitKind, name: string, most: number): (caller: string) => Tried {
    const counter = new TryCounter({ name, most: () => most * factor(), hash })
    shared.add(counter)
    return (caller) => {
      const tried = counter.try(caller)
      if (tried.refusal) onRefused(kind)
      return tried
    }
  }

  function bounding(kind: LimitKind, most: number) {
    const atOnce = new AtOnce(() => Math.floor(most * factor()))
    return {
      begin(network: string): boolean {
        const isBegun = atOnce.begin(network)
        if (!isBegun) onRefused(kind)
        return isBegun
      },
      end: (network: string) => atOnce.end(network),
    }
  }

  const shareOf = (admission: Admission, inProgress: number) =>
    bounding('underway', inProgress * ADMISSION[admission].sharePerNetwork)
  const inProgress = {
    sale: shareOf('sale', bounds.holdsInProgress),
    finish: shareOf('finish', bounds.callsInProgress),
    read: shareOf('read', bounds.callsInProgress),
  }
  const heldTickets = createHeldTicketLimits(HOLD.held, factor, hash, () => onRefused('held'))
  for (const source of heldTickets.sources) shared.add(source)

  return {
    of({ method, path, admission, limits }) {
      const { perNetwork, perBrowser, perTarget, guessesPerNetwork, perNetworkWith } = limits
      const name = `${method} ${path}`
      const tryNetwork = counting('network', `${name} by network`, perNetwork)
      const tryGuess = guessesPerNetwork && counting('guess', `${name} guesses`, guessesPerNetwork)
      const tryField =
        perNetworkWith &&
        counting('guess', `${name} with ${perNetworkWith.name}`, perNetworkWith.requests)
      const tryBrowser = perBrowser && counting('browser', `${name} by browser`, perBrowser)
      const tryTarget = perTarget && counting('target', `${name} by target`, perTarget.requests)
      return {
        ...inProgress[admission],
        tryNetwork(network, isGuess) {
          const tried = tryNetwork(network)
          return tried.refusal || !tryGuess || !isGuess() ? tried : tryGuess(network)
        },
        tryCaller({ network, browserId }, input, isGuess) {
          const tried = tryBrowser && browserId ? tryBrowser(browserId) : UNCOUNTED
          if (tried.refusal) return tried
          if (tryField && perNetworkWith && fieldIn(input, perNetworkWith) !== undefined) {
            return tryField(network)
          }
          if (!tryTarget || !perTarget) return tried
          const target = fieldIn(input, perTarget)
          return typeof target === 'string' && isGuess() ? tryTarget(target) : tried
        },
      }
    },
    tryPage: counting('network', 'pages by network', PAGE.perNetwork),
    streams: bounding('stream', STREAM.streamsPerNetwork),
    heldTickets,
  }
}

const fieldIn = (input: CallInput, { part, name }: { part: keyof CallInput; name: string }) => {
  const value: unknown = Reflect.get(Object(input[part]), name)
  return value
}
