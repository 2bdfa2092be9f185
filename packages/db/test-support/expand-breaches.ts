import type pg from 'pg'
import { type Migration, statementsOf } from '../src/migration-files.ts'
import { type Snapshot, takeSnapshot } from './schema-snapshot.ts'

const CONTRACT = 'which the last release uses: do that in a migration of phase contract.'
const UNLOCKED = 'while nobody may write'

/** What a statement outside of a transaction may be: it locks no request out, and may be repeated. */
const REPEATABLE =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \S+ validate constraint)\s/i

/**
 * Applies a migration on `client` and returns, in sentences, why processes of the last release could not
 * go on beside it. The schema is compared before and after, so it does not matter how a statement is
 * written. What only their statements show is found by `npm run upgrade:drill`.
 */
export async function expandBreaches(
  client: pg.ClientBase,
  migration: Migration,
): Promise<string[]> {
  const statements = statementsOf(migration)
  const other = statements.find((text) => !REPEATABLE.test(text.replace(/\s+/g, ' ')))
  if (!migration.isTransaction && other) {
    return [
      `${migration.name} runs without a transaction and can't be repeated from "${other.slice(0, 60)}" on.`,
    ]
  }
  const before = await takeSnapshot(client)
  if (migration.isTransaction) await client.query(migration.body)
  else for (const text of statements) await client.query(text)
  const after = await takeSnapshot(client)
  return [
    ...columnBreaches(before, after),
    ...constraintBreaches(before, after, migration),
    ...indexBreaches(before, after, migration),
    ...before.functions
      .filter((name) => !after.functions.includes(name))
      .map((name) => `drops or renames the function ${name}, ${CONTRACT}`),
    ...[...before.tables].flatMap(([name, file]) => {
      if (!after.tables.has(name)) return `drops or renames the table ${name}, ${CONTRACT}`
      return after.tables.get(name) === file
        ? []
        : `writes the table ${name} anew ${UNLOCKED}: add a column and fill it in slices instead.`
    }),
    ...[...after.changedRows]
      .filter(([name, rows]) => before.tables.has(name) && before.changedRows.get(name) !== rows)
      .map(([name]) => `locks rows of ${name} until its end: let a job change them in slices.`),
  ].map((what) => `${migration.name} ${what}`)
}

function columnBreaches(before: Snapshot, after: Snapshot): string[] {
  const had = new Map(before.columns.map((column) => [`${column.table}.${column.name}`, column]))
  const has = new Map(after.columns.map((column) => [`${column.table}.${column.name}`, column]))
  const left = [...had].flatMap(([name, old]) => {
    const now = has.get(name)
    // A table that is gone has a sentence of its own.
    if (!now) {
      const isAlone = after.columns.some(({ table }) => table === old.table)
      return isAlone || !before.tables.has(old.table) ? `drops or renames ${name}, ${CONTRACT}` : []
    }
    if (now.type !== old.type) return `makes ${name} ${now.type}, not ${old.type}, ${CONTRACT}`
    if (now.isRequired && !old.isRequired) {
      return `makes ${name} not null, ${CONTRACT}`
    }
    if (old.isRequired && old.hasDefault && !now.hasDefault) {
      return `takes the default from ${name}, ${CONTRACT}`
    }
    return []
  })
  const added = [...has]
    .filter(([name, { table }]) => !had.has(name) && before.tables.has(table))
    .filter(([, { isRequired, hasDefault }]) => isRequired && !hasDefault)
    .map(([name]) => `adds ${name} as not null without a default: the last release leaves it out.`)
  return [...left, ...added]
}

function constraintBreaches(
  before: Snapshot,
  after: Snapshot,
  { isTransaction }: Migration,
): string[] {
  const isOld = ({ table, name, definition }: Snapshot['constraints'][number]) =>
    before.constraints.some(
      (each) =>
        each.table === table &&
        each.name === name &&
        // Outside of a transaction, a validation lets others write.
        (each.definition === definition ||
          (!isTransaction && each.definition === `${definition} NOT VALID`)),
    )
  return after.constraints
    .filter((each) => before.tables.has(each.table) && each.isValidated && !isOld(each))
    .map(
      ({ table, name }) =>
        `checks all rows of ${table} for ${name} ${UNLOCKED}: add it with "not valid", and validate it in a later file with "-- transaction: none".`,
    )
}

function indexBreaches(before: Snapshot, after: Snapshot, { isTransaction }: Migration): string[] {
  // A name alone may have become that of another index.
  const isIn = ({ indexes }: Snapshot, { name, definition }: Snapshot['indexes'][number]) =>
    indexes.some((each) => each.name === name && each.definition === definition)
  const built = after.indexes
    .filter((each) => before.tables.has(each.table) && !isIn(before, each) && isTransaction)
    .map(
      ({ table, name }) =>
        `builds ${name} on ${table} ${UNLOCKED}: use "create index concurrently if not exists" in a file with "-- transaction: none".`,
    )
  const dropped = before.indexes
    .filter((each) => after.tables.has(each.table) && each.isUnique && !isIn(after, each))
    .map(({ name }) => `drops or changes the unique index ${name}, ${CONTRACT}`)
  return [...built, ...dropped]
}
