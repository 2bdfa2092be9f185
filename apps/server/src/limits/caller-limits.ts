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

/** The limits that refuse, by the names that metrics use. */
export type LimitKind = 'network' | 'browser' | 'target' | 'guess' | 'underway' | 'stream' | 'held'

/** The validated parameters of a call; one of them may identify the target of its limit. */
interface CallInput {
  params: unknown
  body: unknown
}

/** The limits of one endpoint. */
export interface EndpointLimits {
  /**
   * Called before anything of the request is read; `isGuess` says whether it guesses a credential.
   */
  tryNetwork(network: string, isGuess: () => boolean): Tried
  /**
   * Called once the input is validated: if counts had unvalidated keys, a client could fill the
   * memory.
   */
  tryCaller(browserId: string | null, input: CallInput, isGuess: () => boolean): Tried
  /** A call of this endpoint begins. False if its network has too many of the class in progress. */
  begin(network: string): boolean
  end(network: string): void
}

/** All limits of single callers in this process; the contract has their numbers. */
export interface CallerLimits {
  of(endpoint: Endpoint): EndpointLimits
  /** For requests outside the contract. */
  tryPage(network: string): Tried
  /** The live streams that a network has open. */
  streams: { begin(network: string): boolean; end(network: string): void }
  heldTickets: HeldTicketLimits
}

export interface CallerLimitsOptions {
  bounds: Pick<Bounds, 'limitFactor' | 'holdsInProgress' | 'callsInProgress'>
  /** Makes the keys under which processes share counts. */
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
  const { bounds, hash, shared, onRefused } = options
  const factor = bounds.limitFactor

  function counting(kind: LimitKind, name: string, most: number): (caller: string) => Tried {
    const counter = new TryCounter({ name, most: most * factor, hash })
    shared.add(counter)
    return (caller) => {
      const tried = counter.try(caller)
      if (tried.refusal) onRefused(kind)
      return tried
    }
  }

  function bounding(kind: LimitKind, most: number) {
    const atOnce = new AtOnce(Math.floor(most * factor))
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
      const { perNetwork, perBrowser, perTarget, guessesPerNetwork } = limits
      const name = `${method} ${path}`
      const tryNetwork = counting('network', `${name} by network`, perNetwork)
      const tryGuess = guessesPerNetwork && counting('guess', `${name} guesses`, guessesPerNetwork)
      const tryBrowser = perBrowser && counting('browser', `${name} by browser`, perBrowser)
      const tryTarget = perTarget && counting('target', `${name} by target`, perTarget.requests)
      return {
        ...inProgress[admission],
        tryNetwork(network, isGuess) {
          const tried = tryNetwork(network)
          return tried.refusal || !tryGuess || !isGuess() ? tried : tryGuess(network)
        },
        tryCaller(browserId, input, isGuess) {
          const tried = tryBrowser && browserId ? tryBrowser(browserId) : UNCOUNTED
          if (tried.refusal || !tryTarget || !perTarget) return tried
          const target: unknown = Reflect.get(Object(input[perTarget.part]), perTarget.name)
          return typeof target === 'string' && isGuess() ? tryTarget(target) : tried
        },
      }
    },
    tryPage: counting('network', 'pages by network', PAGE.perNetwork),
    streams: bounding('stream', STREAM.streamsPerNetwork),
    heldTickets,
  }
}
