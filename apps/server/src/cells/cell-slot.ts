import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Foyer } from '../compose.ts'
import type { CellAddress } from '../env-cells.ts'
import { databaseTrouble } from '../operator/database-trouble.ts'
import { SameDatabaseError } from './open-cell.ts'

/** A cell of CELLS in a process, away or not. */
export interface CellSlot {
  name: string
  /** What serves its organizers; undefined until it has answered for the first time. */
  foyer(): Foyer | undefined
  /** Whether its database takes writes, as of the last look. */
  isAnswering(): boolean
  /** Opens the cell if it is not, else asks whether it answers. Never rejects. */
  look(): Promise<void>
  /** Resolves when no look is under way. */
  idle(): Promise<void>
  /** Why the cell can never be opened; null if it can. */
  mistake(): SameDatabaseError | null
}

/** How long a database may take to answer before its cell counts as away. */
const PATIENCE_MS = 5000

export function createCellSlot(
  { name }: CellAddress,
  open: () => Promise<Foyer>,
  log: FastifyBaseLogger,
): CellSlot {
  let foyer: Foyer | undefined
  let isAnswering = false
  let reported = ''
  let mistake: SameDatabaseError | null = null
  let looking: Promise<void> | null = null

  function report(problem: string, reason?: unknown): void {
    isAnswering = false
    // Each look would repeat it.
    if (problem !== reported) log.error({ cell: name, reason }, problem)
    reported = problem
  }

  async function ask(): Promise<void> {
    try {
      foyer ??= await open()
      const isWritable = await Promise.race([
        foyer.context.db.isWritable(),
        delay(PATIENCE_MS, null, { ref: false }),
      ])
      if (isWritable === null) return report(`cell ${name} does not answer`)
      if (!isWritable) return report(`cell ${name} takes no writes`)
    } catch (error) {
      if (error instanceof SameDatabaseError) {
        mistake = error
        return report(error.message)
      }
      const reason = databaseTrouble(error) ?? (error instanceof Error ? error.message : error)
      return report(`cell ${name} does not answer`, reason)
    }
    if (reported) log.warn({ cell: name }, `cell ${name} answers again`)
    reported = ''
    isAnswering = true
  }

  return {
    name,
    foyer: () => foyer,
    isAnswering: () => isAnswering,
    look() {
      looking ??= ask().finally(() => {
        looking = null
      })
      return looking
    },
    idle: async () => void (await looking),
    mistake: () => mistake,
  }
}
