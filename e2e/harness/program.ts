import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A start of the program whose output, end and data folder a test can inspect. */
export interface Started {
  process: ChildProcess
  /** Its output so far, of both streams. */
  output(): string
  /** Resolves with the address once it is open; rejects if the program ends before that. */
  opened: Promise<string>
  /** Resolves with its exit code or with the signal that ended it. */
  ended: Promise<number | string | null>
}

/** Runs the program with only these variables, PATH and HOME. */
export function startProgram(variables: Record<string, string>): Started {
  const { PATH = '', HOME = '' } = process.env
  const program = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { PATH, HOME, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = once(program, 'exit').then(([code, signal]) => code ?? signal)
  const opened = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk
      const address = /Foyer is open at (http:\S+)/.exec(output)?.[1]
      if (address) resolve(address)
    }
    program.stdout?.on('data', listen)
    program.stderr?.on('data', listen)
    void ended.then((how) => reject(new Error(`ended with ${how} before it opened:\n${output}`)))
  })
  // A test that expects a refusal only awaits `ended`.
  opened.catch(() => {})
  return { process: program, output: () => output, opened, ended }
}

/** A data folder with a space in its path, as real ones may have. */
export async function makeDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'foyer e2e '))
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
  await chmod(parent, 0o755)
  const path = join(parent, 'my data')
  await mkdir(path)
  return { path, remove: () => rm(parent, { recursive: true, force: true }) }
}

/** A port that is in use until `free` is called. */
export async function takePort(): Promise<{ port: number; free(): Promise<void> }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    free: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
