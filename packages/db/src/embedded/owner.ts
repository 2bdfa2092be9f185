import { link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedPostgresError, hasCode } from './errors.ts'
import { findProcess, readIfPresent, waitUntil } from './processes.ts'

// A Foyer that is shutting down, as in a quick restart, may still be answering its last requests.
const patienceSeconds = 3

/**
 * Marks `home` as in use by this process, and returns the function that releases it. A mark whose
 * process is gone is taken over. After a crash or a restart of a container, another process, or
 * this one, may have its number, so the start time is compared too.
 *
 * @throws EmbeddedPostgresError if another live Foyer, or this process itself, uses the folder.
 */
export async function claim(home: string): Promise<() => Promise<void>> {
  const mark = markOf(home)
  const draft = `${mark}.${process.pid}`
  const self = await findProcess(process.pid)
  await writeFile(draft, `${process.pid}\n${self?.startedAt}\n`)
  let ownerPid: number | undefined
  const isFree = async () => {
    ownerPid = await liveOwner(mark)
    return ownerPid === undefined
  }
  try {
    // A link appears whole or not at all, so no process reads a half-written mark.
    while (!(await linked(draft, mark))) {
      if (!(await waitUntil(isFree, patienceSeconds))) {
        throw new EmbeddedPostgresError(
          `Another Foyer (process ${ownerPid}) is running with the database in ${home}. ` +
            'Stop it first, or give this one a data folder of its own with FOYER_DATA.',
        )
      }
      await rm(mark, { force: true })
    }
  } finally {
    await rm(draft, { force: true })
  }
  return () => rm(mark, { force: true })
}

/** Whether a live process has claimed `home`. */
export async function isClaimed(home: string): Promise<boolean> {
  return (await liveOwner(markOf(home))) !== undefined
}

const markOf = (home: string) => join(home, 'postgres.owner')

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

async function liveOwner(mark: string): Promise<number | undefined> {
  const [pidText = '', startedAt] = (await readIfPresent(mark))?.split('\n') ?? []
  const pid = Number.parseInt(pidText, 10)
  const running = Number.isNaN(pid) ? undefined : await findProcess(pid)
  return running?.startedAt === startedAt && running ? pid : undefined
}
