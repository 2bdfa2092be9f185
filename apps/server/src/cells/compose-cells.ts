import { setTimeout as delay } from 'node:timers/promises'
import { type ComposedCell, type ComposeOptions, compose, type Foyer } from '../compose.ts'
import { createJobs } from '../jobs/jobs.ts'
import { type CellSlot, createCellSlot } from './cell-slot.ts'
import { createCells, HOME } from './cells.ts'
import { createDispatcher } from './dispatch.ts'
import { interruptedMoves } from './move/interrupted.ts'
import { knowHome, prepareCell } from './open-cell.ts'

/** A process that serves all cells of the installation; it is the home cell's. */
export interface FoyerOfCells extends Foyer {
  /** The part that serves a cell of CELLS; undefined while it has never answered. */
  cell(name: string): Foyer | undefined
}

export interface ComposeCellsOptions extends Omit<ComposeOptions, 'cell'> {
  /** Receives a sentence for people while a cell is migrated. */
  onProgress?: (text: string) => void
}

/** How long a start waits for cells that do not answer. They are opened once they do. */
const START_PATIENCE_MS = 6000
const LOOK_SECONDS = 1
const LOOK_AT_MOVES_SECONDS = 5

/**
 * Composes each cell as if it were alone: its own pools, lanes, caches, jobs and server. The home cell's
 * server listens, and hands over the requests for organizers of the others. A cell that is away, at the
 * start or later, stops no other one. With one cell this is {@link compose}.
 */
export async function composeCells(options: ComposeCellsOptions): Promise<FoyerOfCells> {
  const { extraJobs, onProgress = () => {}, ...ofEach } = options
  const { env, logger: log } = ofEach
  if (env.cells.length === 0) return { ...(await compose(options)), cell: () => undefined }

  const cells = createCells((name) => slots.get(name)?.isAnswering() ?? false)
  const known = new Map<string, string>()
  const find = (name: string) => slots.get(name)?.foyer()
  await knowHome(options.databaseUrl, known)
  const home = await compose({
    ...ofEach,
    ...(extraJobs ? { extraJobs } : {}),
    cell: {
      ...{ name: HOME, cells, home: null },
      others: {
        createDispatch: (tenants, mainHosts) => createDispatcher({ tenants, mainHosts, find }),
        cells: statesOfCells,
      },
    },
  })
  /** Where the home cell listens; null until it does. */
  let origin: string | null = null

  const slots: ReadonlyMap<string, CellSlot> = new Map(
    env.cells.map((address) => {
      const open = async (): Promise<Foyer> => {
        const role = await prepareCell(address, { known, onProgress })
        const cell: ComposedCell = { name: address.name, cells, home, others: null }
        const database = { databaseUrl: address.url, databaseRole: role }
        const foyer = await compose({ ...ofEach, ...database, cell })
        await foyer.app.ready()
        if (origin !== null) foyer.start(origin)
        return foyer
      }
      return [address.name, createCellSlot(address, open, log)]
    }),
  )

  /** The cells of CELLS and those that the directory names, and whether they answer. */
  function statesOfCells(): Record<string, boolean> {
    const named = home.context.tenants.directory().cells()
    return Object.fromEntries(
      [...new Set([...slots.keys(), ...named])].map((name) => [
        name,
        slots.get(name)?.isAnswering() ?? false,
      ]),
    )
  }

  const reported = new Set<string>()
  function reportUnknown(): void {
    for (const name of home.context.tenants.directory().cells()) {
      if (slots.has(name) || reported.has(name)) continue
      reported.add(name)
      log.error({ cell: name }, `The directory names cell ${name}, which CELLS does not have`)
    }
  }

  async function reportInterrupted(): Promise<void> {
    const moves = await interruptedMoves(home.context.db.registry)
    home.context.metrics.movesInterrupted(moves.length)
    for (const { id, slug, to } of moves) {
      if (reported.has(id)) continue
      reported.add(id)
      log.error(
        { slug, cell: to },
        `The move of ${slug} to cell ${to} was interrupted: run it again, or roll it back with --undo`,
      )
    }
  }

  const watching = (
    name: string,
    look: () => Promise<void> | void,
    everySeconds = LOOK_SECONDS,
  ) => ({
    name,
    everySeconds,
    ignoresKicks: true as const,
    run: async () => {
      await look()
      return 0
    },
  })
  const watch = createJobs(
    [
      ...[...slots.values()].map((slot) => watching(`watch-cell-${slot.name}`, slot.look)),
      watching('watch-directory', reportUnknown),
      watching('watch-moves', reportInterrupted, LOOK_AT_MOVES_SECONDS),
    ],
    log,
  )

  const opened = () => [...slots.values()].flatMap((slot) => slot.foyer() ?? [])
  const close = async () => {
    // A request of another cell is one of the home cell's server: all stop taking requests at once.
    await Promise.all([home, ...opened()].map(({ app }) => app.close()))
    await watch.stop()
    await Promise.all([...slots.values()].map((slot) => slot.idle()))
    await Promise.all(opened().map((foyer) => foyer.close()))
    await home.close()
  }

  await Promise.race([
    Promise.all([...slots.values()].map((slot) => slot.look())),
    delay(START_PATIENCE_MS, null, { ref: false }),
  ])
  for (const slot of slots.values()) {
    const mistake = slot.mistake()
    if (!mistake) continue
    await close()
    throw mistake
  }
  reportUnknown()

  return {
    ...home,
    cell: find,
    async listen() {
      const listensAt = await home.listen()
      origin = listensAt
      for (const foyer of opened()) foyer.start(listensAt)
      watch.start()
      return listensAt
    },
    close,
  }
}
