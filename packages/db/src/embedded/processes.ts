import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { hasCode } from './errors.ts'

export const execute = promisify(execFile)

/** The user and group that PostgreSQL runs as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * The options for every program of PostgreSQL. The environment is bare, because PGDATA, PGPORT or a
 * missing locale would change or break it. The folder is `/`, because the current one may be closed
 * to `account`. Without an account, the present one is used.
 */
export function spawnOptions(account: Account | undefined) {
  return { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
}

export interface RunningProcess {
  /**
   * An opaque text that distinguishes two processes that had the same number, one after the other.
   */
  startedAt: string
  command: string
}

/** What runs as process `pid` now; undefined when nothing does. */
export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  return process.platform === 'linux' ? findInProc(pid) : findWithPs(pid)
}

// Slim Linux images have no `ps`.
async function findInProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const [stat, commandLine, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // proc(5): the program's name, in brackets, may itself hold spaces and brackets. The fields
    // after it begin with the state (the 3rd); the start time in ticks since boot is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isZombie = fields[0] === 'Z'
    if (isZombie) return undefined
    return {
      startedAt: `${boot.trim()} ${fields[19]}`,
      command: commandLine.replaceAll('\0', ' '),
    }
  } catch {
    return undefined
  }
}

async function findWithPs(pid: number): Promise<RunningProcess | undefined> {
  try {
    const ps = ['-ww', '-o', 'lstart=,command=', '-p', String(pid)]
    const { stdout } = await execute('ps', ps, spawnOptions(undefined))
    const startLength = 'Sat Nov 21 09:00:00 2026'.length
    return {
      startedAt: stdout.slice(0, startLength),
      command: `${stdout.slice(startLength).trim()} `,
    }
  } catch {
    return undefined
  }
}

/** Checks `condition` every 25 ms; returns false if it is not true within `timeoutSeconds`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutSeconds: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutSeconds * 1000
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await delay(25)
  }
  return true
}

/** The text of a file; undefined when there is no such file. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
