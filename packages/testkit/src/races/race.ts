import type { BuiltEvent } from '../builder.ts'
import type { TestServer } from '../server.ts'

interface Server {
  url: string
}

/** Where a race is run: servers on one database and with one secret, in processes of any kind. */
export interface World extends Pick<TestServer, 'build' | 'sql'> {
  /** A cookie of one is a cookie of all. */
  servers: readonly [Server, Server]
  /** Those among them that share the payment provider; the first of them answers cards. */
  tills: readonly [Server, ...Server[]]
}

export interface Outcome {
  /** Requests sent. */
  operations: number
  /** What must not be, in words; empty when every promise was kept. */
  problems: string[]
}

/** A scenario of requests that meet at one moment, and what must be true of it whoever wins. */
export interface Race {
  name: string
  run(world: World): Promise<Outcome>
  /** One for each lock or predicate that keeps the promise: without it the race finds problems. */
  controls: readonly Control[]
}

/** What is taken away for a positive control. */
export interface Control {
  without: string
  /** Statements by name, changed on their way to the database. */
  statements?: Readonly<Record<string, (text: string) => string>>
  /** The second line of defence, which would still hold alone: DDL. */
  schema?: readonly string[]
}

/** Tickets of one type in one session of the race's event; an add-on is its own session and type. */
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
