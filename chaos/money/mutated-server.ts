/** A server without the part that MUTATION names; see sql-mutations.ts. */
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { mutateSql } from '@foyer/testkit/mutate-sql'
import { DROP_ACCOUNTS, SQL_MUTATIONS } from './sql-mutations.ts'

const mutation = process.env.MUTATION ?? ''
if (mutation === DROP_ACCOUNTS) dropAccounts()
else {
  const change = SQL_MUTATIONS[mutation]
  if (!change) throw new Error(`There is no mutation '${mutation}'`)
  mutateSql(change)
}
await import('../server-process.ts')

/** Takes the header that names the organizer's account from every call to the provider. */
function dropAccounts(): void {
  const { request } = http
  const withoutAccount = (...sent: unknown[]): unknown => {
    const made: unknown = Reflect.apply(request, http, sent)
    if (made instanceof http.ClientRequest) made.removeHeader('Stripe-Account')
    return made
  }
  Object.assign(http, { request: withoutAccount })
  syncBuiltinESMExports()
}
