import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** One change: collection, id, and the new record, or null if it was removed. */
export type Change = [collection: string, id: string, record: unknown]

/**
 * An append-only file of JSON lines, one line per call, so that a call's changes are there together
 * or not at all. A line is written before the call is answered and sits in the system's page cache
 * from then on: it survives a `kill -9` of the process, though not a power cut, which would cost an
 * fsync per call for nothing that a development server promises.
 */
export interface Journal {
  append(changes: readonly Change[]): void
  close(): void
}

/** Reads every whole line; one that was cut off while being written is ignored. */
export function readJournal(path: string): Change[][] {
  if (!existsSync(path)) return []
  const lines: Change[][] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '') continue
    try {
      lines.push(JSON.parse(line))
    } catch {
      // The call of an incomplete line was never answered.
    }
  }
  return lines
}

/**
 * Replaces the file by one that has only the current records, so that the journal does not grow
 * forever.
 */
export function rewriteJournal(path: string, changes: readonly Change[]): void {
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.new`
  const file = openSync(draft, 'w')
  for (const change of changes) appendFileSync(file, `${JSON.stringify([change])}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, path)
}

export function openJournal(path: string): Journal {
  const file = openSync(path, 'a')
  let open = true
  return {
    append(changes) {
      if (open && changes.length > 0) appendFileSync(file, `${JSON.stringify(changes)}\n`)
    },
    close() {
      if (open) closeSync(file)
      open = false
    },
  }
}
