import type { ComposeOptions } from '@foyer/server'
import type { Cluster } from '../../cluster.ts'

/** How a judge finds that an attack did harm. */
export type Criterion =
  /** `/healthz` took more than a second, or did not answer. */
  | 'health'
  /** The p99 of honest calls exceeded the allowed multiple of its quiet value. */
  | 'latency'
  /** Honest buyers were refused what they would have got, or met an error. */
  | 'refused'
  /** The attacker got more than its share; what that is, the row says. */
  | 'share'

export interface Breach {
  criterion: Criterion
  text: string
}

/** The sale that honest buyers and the attacker meet in. Types: one free, one paid. */
export interface House {
  url: string
  sql: Cluster['sql']
  build: Cluster['build']
  eventId: string
  /** Honest buyers buy in all of them. */
  sessionIds: readonly string[]
  /** Sessions of another event that no honest buyer wants, where the row asked for some. */
  other: { eventId: string; sessionIds: readonly string[]; typeId: string }
  freeTypeId: string
  paidTypeId: string
  /** Resident memory of the server once garbage is collected, in MB. */
  memoryMb(): Promise<number>
  /** How many calls have reached the payment provider so far; 0 unless the row counts them. */
  providerCalls(): number
}

/** What the attacker's process is given. */
export interface Target
  extends Pick<House, 'url' | 'eventId' | 'sessionIds' | 'other' | 'freeTypeId' | 'paidTypeId'> {
  /** What the row prepared for it. */
  prepared: Record<string, string>
}

/** What the attacker counts, by name, for the judge and for the report. */
export type Tally = Record<string, number>

/** Attacks until `signal` aborts. It runs in a process of its own, at a low priority. */
export type Attacker = (target: Target, tally: Tally, signal: AbortSignal) => Promise<void>

/** What the row's judge gets to see. */
export interface Evidence {
  house: House
  tally: Tally
  /** Milliseconds of the attack. */
  attackMs: number
  /** What `before` returned. */
  before: number
}

/**
 * The server without the bound that the row proves. Its judge has to find the harm then, or the row
 * proves nothing.
 */
export interface Control {
  without: string
  bounds?: ComposeOptions['bounds']
  /** Lifts every limit that the contract declares. */
  isOneAddressMany?: true
  /** Changes statements on their way to PostgreSQL. */
  sql?(text: string, name?: string): string
  /** Writes what the bound would have refused; after the row's own `prepare`, with what it returned. */
  prepare?(house: House, prepared: Record<string, string>): Promise<void>
  /** Runs in the server's process before it starts: puts a weakness back. */
  patch?(): void
}

export interface Attack {
  /** The name of its file. */
  kind: string
  /** What happens, as the report prints it. */
  name: string
  /** Part of the short form. */
  isShort?: true
  control: Control
  /** Of what the control's harm is; any of them shows that the row can find it. */
  showsAs: readonly Criterion[]
  /** Bounds of the server where those it ships with would make the row last for minutes. */
  bounds?: ComposeOptions['bounds']
  /** Further settings of the server. */
  variables?: Record<string, string>
  /** The server also renders pages, and honest buyers read them. */
  hasPages?: true
  /** Calls to the payment provider are counted, and honest buyers make none. */
  countsProviderCalls?: true
  /** Sessions of another event, which honest buyers do not look at. */
  otherSessions?: number
  /** Places of each session; without a limit unless said. */
  capacity?: number
  /** Seconds of the attack; 8 unless said. */
  seconds?: number
  /** How long an honest answer under attack may take is not judged: the row is about something else. */
  ignoresLatency?: true
  /** Honest buyers may be answered 503 meanwhile; nothing else. */
  allows503?: true
  /** Once before the quiet measurement; what it returns is handed to the attacker. */
  prepare?(house: House): Promise<Record<string, string>>
  /** What the judge compares with, taken right before the attack. */
  before?(house: House): Promise<number>
  attack: Attacker
  /** Done by the harness while the attack is on. */
  during?(house: House, seconds: number): Promise<Breach[]>
  /** Once the attack is over and honest buyers have left. */
  judge?(evidence: Evidence): Promise<Breach[]> | Breach[]
}
