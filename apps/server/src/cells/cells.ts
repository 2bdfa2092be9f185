import { type Database, inTenantWithin, type PlatformTx, type TenantTx } from '@foyer/db'
import type { Tenant, TenantRegistry } from '../tenant-registry.ts'

/** The name of the cell of DATABASE_URL, which also has what belongs to no organizer. */
export const HOME = 'home'

/** A cell whose database this process has opened. */
export interface OpenCell {
  name: string
  db: Database
  tenants: TenantRegistry
  kickJobs(tenantId: number | null): void
}

/** The rows of an organizer are in a cell that this process cannot use now. */
export class CellAwayError extends Error {
  override name = 'CellAwayError'
  constructor(cell: string) {
    super(`cell ${cell} does not answer`)
  }
}

/** The cells of the installation as a process knows them. Usually there is one. */
export interface Cells {
  home(): OpenCell
  /** The home cell first. */
  opened(): readonly OpenCell[]
  /** Those of them that answered when they were asked last. */
  answering(): readonly OpenCell[]
  /** The cells with organizers that are not opened: they are away, or CELLS lacks them. */
  away(): readonly string[]
  /** The cell with the rows of an organizer. Throws {@link CellAwayError} if it is not opened. */
  of(tenantId: number): OpenCell
  /** An organizer in any opened cell. */
  tenant(tenantId: number): Tenant | undefined
  tenantBySlug(slug: string): Tenant | undefined
  /** Reads the registries of all opened cells again. A cell that does not answer stays as it was known. */
  reload(): Promise<void>
  /**
   * Runs `work` as an organizer within a transaction of the home cell. The rows of an organizer at home
   * are changed with the rest or not at all. Those of another cell are changed in a transaction of that
   * cell, which is committed first: call it once for what must not be divided, and let a repetition after
   * a failure of the rest find what was done.
   */
  inTenantWithin<T>(
    platform: PlatformTx,
    tenantId: number,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T>
}

export interface CellList extends Cells {
  /** Adds a cell for good; the first one is the home cell. */
  add(cell: OpenCell): void
}

/** `isAnswering` is asked about other cells than the home cell. */
export function createCells(isAnswering: (name: string) => boolean = () => true): CellList {
  const cells: OpenCell[] = []

  const home = (): OpenCell => {
    const [first] = cells
    if (!first) throw new Error('The home cell is opened first')
    return first
  }
  const find = (name: string) => cells.find((cell) => cell.name === name)
  const directory = () => home().tenants.directory()

  function of(tenantId: number): OpenCell {
    const name = directory().cellOf(tenantId)
    if (name === undefined) return home()
    const cell = find(name)
    if (!cell) throw new CellAwayError(name)
    return cell
  }

  const firstOf = (find: (cell: OpenCell) => Tenant | undefined): Tenant | undefined => {
    for (const cell of cells) {
      const tenant = find(cell)
      if (tenant) return tenant
    }
    return undefined
  }

  return {
    home,
    opened: () => cells,
    answering: () => cells.filter(({ name }) => name === HOME || isAnswering(name)),
    away: () =>
      directory()
        .cells()
        .filter((name) => !find(name)),
    of,
    tenant: (id) => firstOf(({ tenants }) => tenants.byId(id)),
    tenantBySlug: (slug) => firstOf(({ tenants }) => tenants.bySlug(slug)),
    async reload() {
      const [first, ...others] = cells.map(({ tenants }) => tenants.reload())
      await Promise.all([first, Promise.allSettled(others)])
    },
    async inTenantWithin(platform, tenantId, work) {
      const cell = of(tenantId)
      return cell === home()
        ? inTenantWithin(platform, tenantId, work)
        : cell.db.withTenant(tenantId, work)
    },
    add: (cell) => void cells.push(cell),
  }
}
