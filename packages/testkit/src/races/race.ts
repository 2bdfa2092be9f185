import type { BuiltEvent } from '../builder.ts'
import type { TestServer } from '../server.ts'

interface Server {
  url: string
}

/** Where a race runs: servers on one database and with one secret, in one process or several. */
export interface World extends Pick<TestServer, 'build' | 'sql'> {
  /** Each server accepts the cookies of all. */
  servers: readonly [Server, Server]
  /** The servers that share the payment provider; the first of them takes cards. */
  cardServers: readonly [Server, ...Server[]]
}

export interface Outcome {
  /** Requests sent. */
  operations: number
  /** The violated promises, in words; empty if every promise was kept. */
  problems: string[]
}

/** A scenario of simultaneous requests, with the conditions that must hold whichever wins. */
export interface Race {
  name: string
  run(world: World): Promise<Outcome>
  /** One per lock or predicate that keeps the promise: without it the race must find problems. */
  controls: readonly Control[]
}

/** The part of the product that a positive control removes. */
export interface Control {
  without: string
  /** Changes of statements on their way to the database, by name. */
  statements?: Readonly<Record<string, (text: string) => string>>
  /** DDL that drops constraints which would keep the promise alone. */
  schema?: readonly string[]
}

/** Tickets of one type in one session of the race's event; an add-on counts as its own session and type. */
export interface Line {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

/** A line of the event's nth session and type. */
export const line = (event: BuiltEvent, quantity: number, session = 0, type = 0): Line => ({
  sessionId: event.sessionIds[session] ?? '',
  ticketTypeId: event.typeIds[type] ?? '',
  quantity,
})

/** A line of the event's nth add-on. */
export const addOnLine = ({ addOnIds }: BuiltEvent, quantity: number, addOn = 0): Line => {
  const id = addOnIds[addOn] ?? ''
  return { sessionId: id, ticketTypeId: id, quantity }
}

export const isAddOn = (of: Line): boolean => of.sessionId === of.ticketTypeId

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
