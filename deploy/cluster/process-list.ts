import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess, readIfPresent, waitUntil } from '@foyer/db/embedded'

/** A process that a cluster started, distinguishable from a later one with the same number. */
interface ListedProcess {
  pid: number
  startedAt: string
  name: string
}

const ENDS_WITHIN_SECONDS = 10

/**
 * The processes of a cluster, in a file. If the program that started them is killed, its next start
 * ends them by this list, never by a name that a process of somebody else may have.
 */
export class ProcessList {
  readonly #file: string
  #listed: ListedProcess[] = []

  constructor(folder: string) {
    this.#file = fileIn(folder)
  }

  /** The process of a cluster with that name, as the program that started it listed it. */
  static async find(folder: string, name: string): Promise<ListedProcess | undefined> {
    return (await readList(fileIn(folder))).find((listed) => listed.name === name)
  }

  /** To be called before anything else happens to a new process. */
  async add(pid: number, name: string): Promise<void> {
    const found = await findProcess(pid)
    if (!found) return
    this.#listed.push({ pid, name, startedAt: found.startedAt })
    this.#write()
  }

  remove(pid: number): void {
    this.#listed = this.#listed.filter((listed) => listed.pid !== pid)
    this.#write()
  }

  /** Ends what an earlier program left running: at once, since nothing of it is acknowledged any more. */
  async endLeftovers(dataDirs: readonly string[]): Promise<void> {
    for (const { pid, startedAt } of await readList(this.#file)) {
      if ((await findProcess(pid))?.startedAt === startedAt) await endProcess(pid)
    }
    for (const dataDir of dataDirs) await endPostgres(dataDir)
  }

  // In one piece, and at once: this process may be killed at any time.
  #write(): void {
    const draft = `${this.#file}.${process.pid}`
    writeFileSync(draft, JSON.stringify(this.#listed))
    renameSync(draft, this.#file)
  }
}

const fileIn = (folder: string) => join(folder, 'processes.json')

async function readList(file: string): Promise<ListedProcess[]> {
  const text = await readIfPresent(file)
  return text ? JSON.parse(text) : []
}

/** Ends a process and waits for its end. */
async function endProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  sendSignal(pid, signal)
  if (await waitUntil(async () => !(await findProcess(pid)), ENDS_WITHIN_SECONDS)) return
  sendSignal(pid, 'SIGKILL')
  await waitUntil(async () => !(await findProcess(pid)), ENDS_WITHIN_SECONDS)
}

/** Ends the PostgreSQL of a data folder: Patroni starts it as no child of its own, and can die before it. */
export async function endPostgres(dataDir: string): Promise<void> {
  const pid = await postmasterOf(dataDir)
  if (pid !== null) await endProcess(pid, 'SIGQUIT')
}

/** The process of the PostgreSQL that runs in a data folder; null if none does. */
export async function postmasterOf(dataDir: string): Promise<number | null> {
  const pid = Number.parseInt((await readIfPresent(join(dataDir, 'postmaster.pid'))) ?? '', 10)
  if (Number.isNaN(pid)) return null
  return (await findProcess(pid))?.command.includes(` -D ${dataDir} `) ? pid : null
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}
