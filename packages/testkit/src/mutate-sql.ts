import { StatementGroup } from '@foyer/db'
import pg from 'pg'

/**
 * Changes statements on their way to the database, for positive controls: a test of a promise proves
 * something only if it fails without the SQL that keeps the promise. The product itself needs no
 * switch. `change` gets a statement's text and its name, if it has one.
 */
export function mutateSql(change: (text: string, name?: string) => string): {
  /** How many changed statements were sent. */
  count(): number
  /** @throws Error if PostgreSQL rejected a changed statement as invalid, which proves nothing. */
  restore(): void
} {
  const query = pg.Client.prototype.query
  let mutated = 0
  let misunderstood: pg.DatabaseError | null = null
  const mutate = <S extends Statement>(statement: S): S => {
    const { text, name } = statement
    const changed = change(text, name)
    if (changed === text) return statement
    mutated += 1
    return { ...statement, text: changed, ...(name ? { name: nameOf(changed, name) } : {}) }
  }
  const note = (error: unknown) => {
    if (isInvalidStatement(error)) misunderstood ??= error
  }
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [asked] = sent
    const before = mutated
    if (asked instanceof StatementGroup) mutateGroup(asked, mutate, note)
    else if (isStatement(asked)) sent[0] = mutate(asked)
    else if (typeof asked === 'string') sent[0] = mutate({ text: asked }).text
    const result: unknown = Reflect.apply(query, this, sent)
    if (mutated > before && result instanceof Promise) result.catch(note)
    return result
  } as typeof query
  return {
    count: () => mutated,
    restore() {
      pg.Client.prototype.query = query
      if (misunderstood)
        throw new Error('The mutated statement is not valid SQL', { cause: misunderstood })
    },
  }
}

/** Changed statements in the order of their first use. */
const known: string[] = []

/** A name for each text, because connections keep what they have prepared, also of an earlier change. */
function nameOf(changed: string, name: string): string {
  if (!known.includes(changed)) known.push(changed)
  return `mutated_${known.indexOf(changed)}_${name}`
}

/** SQLSTATE class 42: syntax, and names that do not exist. */
const isInvalidStatement = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && Boolean(error.code?.startsWith('42'))

interface Statement {
  text: string
  name?: string
}

const isStatement = (sent: unknown): sent is Statement =>
  typeof sent === 'object' && sent !== null && 'text' in sent && typeof sent.text === 'string'

function mutateGroup(
  group: StatementGroup,
  mutate: <S extends Statement>(statement: S) => S,
  note: (error: unknown) => void,
): void {
  const { statements } = group
  statements.splice(0, statements.length, ...statements.map(mutate))
  const handleError = group.handleError.bind(group)
  group.handleError = (error) => {
    note(error)
    handleError(error)
  }
}
