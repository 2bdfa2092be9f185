export { analyzeGrownTables } from './analyze.ts'
export {
  CommitOutcomeUnknown,
  type Database,
  type DatabaseOptions,
  inTenantWithin,
  openDatabase,
  type PlatformTx,
  TENANT_LOCK,
  type TenantTransactions,
  type TenantTx,
  tenantTransactions,
} from './database.ts'
export {
  type Durability,
  findLossOfCommits,
  type LossOfCommits,
  readDurability,
} from './durability.ts'
export type {
  Address,
  BulkParams,
  BulkProblem,
  Contact,
  SessionPattern,
  TurnPosition,
  WalkState,
} from './json.ts'
export { type LaneClient, type LaneStatement, type LaneValue, StatementGroup } from './lane.ts'
export {
  APP_ROLE,
  type Migrated,
  MigrationBlockedError,
  migrate,
  ObsoleteDatabaseError,
  OLDEST_VERSION,
  pendingMigrations,
  roleOf,
  waitingMigrations,
} from './migrate.ts'
export {
  CONNECTIONS_OF_THREADS,
  CONNECTIONS_PER_PROCESS,
  DATABASE_TIMEOUTS,
  type DatabaseTimeouts,
} from './pools.ts'
export type { OnRead } from './recent-reads.ts'
export {
  hasReached,
  type PlaceRow,
  placeOf,
  REPLICA_AGE_MS,
  SELECT_PLACE,
} from './replica-watch.ts'
export type { DB } from './schema.ts'
export { isTransient, limitMessageOf } from './transient.ts'
