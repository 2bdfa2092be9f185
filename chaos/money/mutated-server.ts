/** A server without the part that MUTATION names; see sql-mutations.ts. */
import { mutateSql } from '@foyer/testkit/mutate-sql'
import { SQL_MUTATIONS } from './sql-mutations.ts'

const change = SQL_MUTATIONS[process.env.MUTATION ?? '']
if (!change) throw new Error(`There is no mutation '${process.env.MUTATION}'`)
mutateSql(change)
await import('../server-process.ts')
