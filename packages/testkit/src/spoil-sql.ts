import pg from 'pg'

/**
 * Changes statements on their way to the database, for positive controls: a test that keeps a
 * promise proves something once it fails without the line that keeps it. In the product nothing is
 * switched. `change` gets a statement's text and its name, if it has one.
 */
export function spoilSql(change: (text: string, name?: string) => string): {
  /** How many were sent changed. */
  count(): number
  /** @throws Error when PostgreSQL understood a changed statement no more: that proves nothing. */
  restore(): void
} {
  const query = pg.Client.prototype.query
  let spoiled = 0
  let misunderstood: pg.DatabaseError | null = null
  pg.Client.prototype.query = function (this: pg.Client, ...sent: unknown[]) {
    const [asked] = sent
    const statement = isStatement(asked) ? asked : null
    const text = statement ? statement.text : asked
    const changed = typeof text === 'string' ? change(text, statement?.name) : text
    if (changed !== text) {
      spoiled += 1
      // Under its own name: the one it has may already stand for the statement as it was.
      sent[0] = statement
        ? {
            ...statement,
            text: changed,
            ...(statement.name ? { name: `spoiled_${statement.name}` } : {}),
          }
        : changed
    }
    const result: unknown = Reflect.apply(query, this, sent)
    if (changed !== text && result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isMisunderstanding(error)) misunderstood ??= error
      })
    }
    return result
  } as typeof query
  return {
    count: () => spoiled,
    restore() {
      pg.Client.prototype.query = query
      if (misunderstood) throw new Error('Spoiled beyond SQL', { cause: misunderstood })
    },
  }
}

/** SQLSTATE class 42: syntax, and names that do not exist. */
const isMisunderstanding = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && Boolean(error.code?.startsWith('42'))

const isStatement = (sent: unknown): sent is { text: string; name?: string } =>
  typeof sent === 'object' && sent !== null && 'text' in sent && typeof sent.text === 'string'
