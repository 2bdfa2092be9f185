import { execFile } from 'node:child_process'
import { chown, mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Folders } from '../../deploy/cluster/folders.ts'
import type { DatabaseNode } from '../../deploy/cluster/layout.ts'

const run = promisify(execFile)
/** Room for a database of tests with its log. */
const SIZE = '1g'
const FILLER = 'filler'
const CHUNK = Buffer.alloc(1 << 20)

/** Whether a node can have a disk of its own: only root may mount one. */
export const canMountDisks = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

/**
 * Gives each node a disk of its own, a file system in memory that is small enough to be filled.
 * `started` unmounts them.
 */
export async function mountSmallDisks(
  started: AsyncDisposableStack,
  { database, account }: Pick<Folders, 'database' | 'account'>,
  nodes: readonly DatabaseNode[],
): Promise<void> {
  for (const { name } of nodes) {
    const folder = join(database, name)
    await mkdir(folder, { mode: 0o700 })
    const options = [`size=${SIZE}`, 'mode=700']
    if (account) options.push(`uid=${account.uid}`, `gid=${account.gid}`)
    await run('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder])
    started.defer(async () => void (await run('umount', ['-l', folder])))
    if (account) await chown(folder, account.uid, account.gid)
  }
}

/** Fills the disk of a data folder to its last byte; returns how to free it. */
export async function fillDisk(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, FILLER)
  const file = await open(path, 'w')
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(dataDir)
      const free = bavail * bsize
      if (free === 0) break
      await file.write(CHUNK.subarray(0, Math.min(CHUNK.length, free)))
    }
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    if (!isFull) throw error
  } finally {
    await file.close()
  }
  return () => rm(path, { force: true })
}
