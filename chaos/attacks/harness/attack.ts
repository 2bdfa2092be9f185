import type { ComposeOptions } from '@foyer/server'
import type { Cluster } from '../../cluster.ts'
import type { Office } from './offices.ts'

/** The criteria by which a run finds that an attack did harm. */
type Criterion =
  /** `/healthz` took more than a second, or did not answer. */
  | 'health'
  /** The p99 of honest calls exceeded the allowed multiple of its quiet value. */
  | 'latency'
  /** Honest buyers were refused something that was available, or got an error. */
  | 'refused'
  /** The attacker got more than its share; each row defines the share. */
  | 'share'

export interface Breach {
  criterion: Criterion
  text: string
}

/** The sale in which honest buyers and the attacker compete. Types: one free, one paid. */
export interface Site {
  url: string
  sql: Cluster['sql']
  build: Cluster['build']
  eventId: string
  /** Honest buyers buy in all of them. */
  sessionIds: readonly string[]
  /** Sessions of another event, which no honest buyer uses; empty unless the row asks for some. */
  other: { eventId: string; sessionIds: readonly string[]; typeId: string }
  freeTypeId: string
  paidTypeId: string
  /** Of an organizer who attacks nobody. It is there before the server starts, which therefore knows it. */
  beside: Office
  /** Resident memory of the server after a garbage collection, in MB. */
  memoryMb(): Promise<number>
  /** Calls that have reached the payment provider so far; 0 unless the row counts them. */
  providerCalls(): number
}

/** Input of the attacker's process. */
export interface Target
  extends Pick<Site, 'url' | 'eventId' | 'sessionIds' | 'other' | 'freeTypeId' | 'paidTypeId'> {
  /** The return value of the row's `prepare`. */
  prepared: Record<string, string>
}

/** The attacker's counters, by name, for the judge and the report. */
export type Tally = Record<string, number>

/** Attacks until `signal` aborts. It runs in a process of its own, at a low priority. */
type Attacker = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>

/** Input of the row's judge. */
interface Evidence {
  site: Site
  tally: Tally
  /** Duration of the attack in milliseconds. */
  attackMs: number
  /** The return value of `before`. */
  before: number
}

/**
 * The row's control: the server without the bound that the row is about. The judge must find harm
 * there, or the row proves nothing.
 */
interface Control {
  without: string
  bounds?: ComposeOptions['bounds']
  /** Lifts every limit that the contract declares. */
  isOneAddressMany?: true
  /** Changes SQL statements on their way to PostgreSQL. */
  sql?(text: string, name?: string): string
  /** Writes rows that the bound would refuse. Runs after the row's `prepare` and gets its result. */
  prepare?(site: Site, prepared: Record<string, string>): Promise<void>
  /** Puts a former weakness back; runs in each thread of the server before it starts. */
  patch?(): void
}

export interface Attack {
  /** Its name on the command line, the same as its file's. */
  kind: string
  /** What happens, as the report prints it. */
  name: string
  /** Who attacks: anybody, or an organizer with the back office. Each has a part of its own. */
  by?: 'organizer'
  /** Whether the short form plays it. */
  isShort?: true
  control: Control
  /** The criteria that the control may violate; one violation shows that the row can find harm. */
  showsAs: readonly Criterion[]
  /** Bounds of the server, set only where the shipped ones would make the row last for minutes. */
  bounds?: ComposeOptions['bounds']
  /** Further settings of the server. */
  variables?: Record<string, string>
  /** The server also renders pages, and honest buyers read them. */
  hasPages?: true
  /** Calls to the payment provider are counted; honest buyers then make none. */
  countsProviderCalls?: true
  /** How many sessions of another event to create; honest buyers do not use them. */
  otherSessions?: number
  /** Capacity of each session; unlimited by default. */
  capacity?: number
  /** Duration of the attack in seconds; 8 by default. */
  seconds?: number
  /** Latency under attack is not judged, because the row is about something else. */
  ignoresLatency?: true
  /** Honest buyers may get 503 during the attack, but no other error. */
  allows503?: true
  /** Runs once before the quiet measurement; the attacker gets its result. */
  prepare?(site: Site): Promise<Record<string, string>>
  /** Takes the values that the judge compares with, right before the attack. */
  before?(site: Site): Promise<number>
  attack: Attacker
  /** Runs in the harness during the attack. */
  during?(site: Site, seconds: number): Promise<Breach[]>
  /** Runs after the attack, when all honest visits have ended. */
  judge?(evidence: Evidence): Promise<Breach[]> | Breach[]
}
