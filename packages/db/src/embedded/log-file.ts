import { copyFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Home } from './home.ts'

const MAX_BYTES = 10 * 1024 * 1024
const LOOK_EVERY_MS = 60_000

export const logFileOf = (home: Home): string => join(home.dataDir, 'postgres.log')

/**
 * Moves the content of a log larger than `maxBytes` to `<file>.1`, and replaces what was there. The
 * file itself is emptied and not renamed, because PostgreSQL has it open and continues to append to
 * it.
 */
export async function rotate(file: string, maxBytes = MAX_BYTES): Promise<void> {
  const size = (await stat(file, { throwIfNoEntry: false }))?.size ?? 0
  if (size <= maxBytes) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** Rotates the log until the process ends or the returned function is called. */
export function keepRotating(file: string): () => void {
  // A log that cannot be rotated now is tried again later; this does not end the process.
  const timer = setInterval(() => rotate(file).catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
