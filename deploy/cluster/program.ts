import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { type Account, spawnOptions } from '@foyer/db/embedded'
import type { ProcessList } from './process-list.ts'

export interface ProgramOptions {
  name: string
  command: string
  args: readonly string[]
  /** Appended to. */
  logFile: string
  account: Account | undefined
  list: ProcessList
  /** Beside the bare environment of PostgreSQL's programs. */
  variables?: Record<string, string>
}

const ENDS_WITHIN_MS = 12_000

/** A program of the cluster, which can be stopped, killed and started again. */
export class Program {
  readonly #options: ProgramOptions
  #child: ChildProcess | null = null
  #isClosed = false

  static async start(options: ProgramOptions): Promise<Program> {
    const program = new Program(options)
    await program.start()
    return program
  }

  private constructor(options: ProgramOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  get isRunning(): boolean {
    const child = this.#child
    return child !== null && child.exitCode === null && child.signalCode === null
  }

  /** Whether it has ended by itself. */
  get hasFailed(): boolean {
    return !this.isRunning && !this.#isClosed
  }

  get pid(): number | null {
    return (this.isRunning && this.#child?.pid) || null
  }

  get logFile(): string {
    return this.#options.logFile
  }

  /** Does nothing if it runs or is closed. */
  async start(): Promise<void> {
    if (this.isRunning) return
    const { name, command, args, logFile, account, list, variables } = this.#options
    const options = spawnOptions(account)
    const log = await open(logFile, 'a')
    if (this.#isClosed) return log.close()
    const child = spawn(command, args, {
      ...options,
      env: { ...options.env, ...variables },
      stdio: ['ignore', log.fd, log.fd],
      // Outside the terminal's group: Ctrl-C reaches the starter alone, which stops all in order.
      detached: true,
    })
    this.#child = child
    await once(child, 'spawn')
    await log.close()
    const { pid } = child
    if (pid === undefined) return
    child.once('exit', () => list.remove(pid))
    await list.add(pid, name)
  }

  /** Ends it, in order at first, and waits for its end. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = once(child, 'exit')
    child.kill(signal)
    // One that was stopped by a signal ends only after it goes on.
    child.kill('SIGCONT')
    const insist = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS)
    await ended
    clearTimeout(insist)
  }

  /** Stops it for good. */
  async close(signal?: NodeJS.Signals): Promise<void> {
    this.#isClosed = true
    await this.stop(signal)
  }
}
