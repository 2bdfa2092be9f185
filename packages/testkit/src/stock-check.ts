import { type Difference, findDifferences, type Scope } from '@foyer/server/audit'
import type { TestServer } from './server.ts'

/** What the audit finds to disagree, in all tenants, or in `scope`. Empty when all is well. */
export const findStockDrift = (
  server: Pick<TestServer, 'sql'>,
  scope?: Scope,
): Promise<Difference[]> => findDifferences((text, values) => server.sql(text, values), scope)
