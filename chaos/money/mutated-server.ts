/** A server that lacks what MUTATION names; see sql-mutations.ts. */
import { mutateSql } from '@foyer/testkit/mutate-sql'
import { SQL_MUTATIONS } from './sql-mutations.ts'

const change = SQL_MUTATIONS[process.env.MUTATION ?? '']
if (!change) throw new Error(`Nothing is called '${process.env.MUTATION}'`)
mutateSql(change)
await import('../server-process.ts')
