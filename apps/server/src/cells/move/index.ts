/** For the benchmark, the chaos runs and tests: a move without the command around it. */
export { HOME } from '../cells.ts'
export { MoveError } from './cell.ts'
export { MOMENTS, type MoveLimits, type Report } from './move.ts'
export { type MoveOptions, type MoveOrder, moveTenant } from './move-tenant.ts'
export { SidesDiffer } from './steps.ts'
export { NOT_REPLICATED, replicatedTables } from './tenant-tables.ts'
