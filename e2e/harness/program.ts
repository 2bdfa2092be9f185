import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A start of the program that a test watches closely: its output, its end, its data folder. */
export interface Started {
  process: ChildProcess
  /** What it said so far, on both streams. */
  output(): string
  /** Resolves with the address once it is open; rejects when it ends before. */
  opened: Promise<string>
  /** Resolves with its exit code, or with the signal that ended it. */
  ended: Promise<number | string | null>
}

/** Runs the program with just these variables beside PATH and HOME. */
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
  // A test that expects a refusal looks at `ended` alone.
  opened.catch(() => {})
  return { process: program, output: () => output, opened, ended }
}

/** A data folder with a space in its path, as people have them. */
export async function makeDataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'foyer e2e '))
  // As root, PostgreSQL runs under another account, which must be able to enter.
  await chmod(parent, 0o755)
  const path = join(parent, 'my data')
  await mkdir(path)
  return { path, remove: () => rm(parent, { recursive: true, force: true }) }
}

/** A port that is taken until `free` is called. */
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
