/** A server that lacks what SPOIL names; see spoils.ts. */
import { spoilSql } from '@foyer/testkit/spoil-sql'
import { SPOILS } from './spoils.ts'

const change = SPOILS[process.env.SPOIL ?? '']
if (!change) throw new Error(`Nothing is called '${process.env.SPOIL}'`)
spoilSql(change)
await import('../server-process.ts')
