import { type Difference, findDifferences, type Scope } from '@foyer/server/audit'
import type { TestServer } from './server.ts'

/** The audit's differences, in all tenants or in `scope`; empty if there are none. */
export const findStockDrift = (
  server: Pick<TestServer, 'sql'>,
  scope?: Scope,
): Promise<Difference[]> => findDifferences((text, values) => server.sql(text, values), scope)
