import pg from 'pg'
import { types } from './types.ts'

/** A parameter of a lane's statement; PostgreSQL reads a text as any type that has a text form. */
export type LaneValue = string | number | null | readonly string[]

/** It is parsed, planned and described once per connection, under its name. */
export interface LaneStatement {
  name: string
  text: string
  values?: readonly LaneValue[]
}

/** The transaction of a lane, as its work uses it. */
export interface LaneClient {
  /**
   * Sends a statement together with all others of this turn of the event loop. They run in the
   * order in which they were sent. If one fails, all later ones fail with its error.
   */
  query<Row = Record<string, unknown>>(statement: LaneStatement): Promise<{ rows: Row[] }>
}

type Row = Record<string, unknown>

interface Column {
  name: string
  parse(text: string): unknown
}

interface Waiting {
  resolve(result: { rows: Row[] }): void
  reject(error: unknown): void
}

/** The columns of the statements that a connection knows by name. */
const describedOn = new WeakMap<pg.Connection, Map<string, readonly Column[]>>()

/**
 * Statements that are sent as one packet and answered by one. The driver itself sends a `Sync`
 * after each statement, which makes PostgreSQL answer it at once, so that each statement of a batch
 * woke this process. With one `Sync` at the end, an error makes PostgreSQL skip the rest.
 */
export class StatementGroup implements pg.Submittable {
  readonly statements: LaneStatement[] = []
  readonly #waiting: Waiting[] = []
  #described = new Map<string, readonly Column[]>()
  /** The columns of the statement whose answer is being read. */
  #columns: readonly Column[] = []
  #rows: Row[] = []
  #answered = 0

  add(statement: LaneStatement): Promise<{ rows: Row[] }> {
    this.statements.push(statement)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
    })
  }

  submit(connection: pg.Connection): void {
    this.#described = describedOn.get(connection) ?? this.#described
    describedOn.set(connection, this.#described)
    const parsed = new Set<string>()
    for (const { name, text, values = [] } of this.statements) {
      const isNew = !this.#described.has(name)
      if (isNew && !parsed.has(name)) {
        // The statement exists if it was parsed before and then skipped. Closing a missing one is
        // no error.
        connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
        parsed.add(name)
      }
      connection.bind({ statement: name, values: values.map(textOf) }, true)
      if (isNew) connection.describe({ type: 'P', name: '' }, true)
      connection.execute({}, true)
    }
    connection.sync()
    this.#expectNext()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text'),
    }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    for (let index = 0; index < this.#columns.length; index += 1) {
      const column = this.#columns[index]
      const text = fields[index] ?? null
      if (column) row[column.name] = text === null ? null : column.parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    const statement = this.statements[this.#answered]
    if (statement) this.#described.set(statement.name, this.#columns)
    this.#waiting[this.#answered]?.resolve({ rows: this.#rows })
    this.#answered += 1
    this.#expectNext()
  }

  /** PostgreSQL refused the current statement, or the connection is lost. */
  handleError(error: unknown): void {
    for (const { reject } of this.#waiting.slice(this.#answered)) reject(error)
  }

  handleReadyForQuery(): void {
    if (this.#answered === this.#waiting.length) return
    this.handleError(new Error('PostgreSQL left a statement without an answer'))
  }

  #expectNext(): void {
    this.#columns = this.#described.get(this.statements[this.#answered]?.name ?? '') ?? []
    this.#rows = []
  }
}

export interface Lane extends LaneClient {
  /**
   * Rejects statements that are not sent yet, and all later ones: after the end of the transaction
   * each would commit by itself.
   */
  close(): void
  /** Closes the connection, so that everything unanswered fails. */
  giveUp(): void
}

/** Gathers the statements of each turn. Nothing else may use `client` meanwhile. */
export function openLane(client: pg.PoolClient): Lane {
  let group = new StatementGroup()
  let isClosed = false
  const send = () => {
    const sent = group
    group = new StatementGroup()
    if (isClosed) sent.handleError(new Error('The transaction of this statement is over'))
    else client.query(sent)
  }
  return {
    query<Row>(statement: LaneStatement): Promise<{ rows: Row[] }> {
      if (group.statements.length === 0) process.nextTick(send)
      // The caller that writes a statement knows the type of its rows.
      return group.add(statement) as Promise<{ rows: Row[] }>
    },
    close() {
      isClosed = true
    },
    giveUp() {
      if (client instanceof pg.Client) client.connection.stream.destroy()
    },
  }
}

const textOf = (value: LaneValue): string | null => {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : arrayOf(value)
}

/** Characters that JSON escapes differently from PostgreSQL's arrays. */
const JSON_ONLY = /\\[^"\\]/

/** A list in PostgreSQL's array syntax. Nearly all are ids, which JSON writes the same way. */
function arrayOf(items: readonly string[]): string {
  const json = JSON.stringify(items)
  if (!JSON_ONLY.test(json)) return `{${json.slice(1, -1)}}`
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join()}}`
}
