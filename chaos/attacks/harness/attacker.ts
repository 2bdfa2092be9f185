import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Attack, Tally, Target } from './attack.ts'

const PROGRAM = new URL('attacker-process.ts', import.meta.url)

/** Handle of the attacker's process: starts the attack, stops it and returns its counters. */
export class AttackerProcess {
  readonly #child: ChildProcess

  static async start(attack: Attack, target: Target): Promise<AttackerProcess> {
    const child = fork(PROGRAM, [attack.kind, JSON.stringify(target)], { stdio: 'inherit' })
    const attacker = new AttackerProcess(child)
    await once(child, 'message')
    return attacker
  }

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  begin(): void {
    this.#child.send('begin')
  }

  /** Resolves with its counters once its process has ended. */
  async end(): Promise<Tally> {
    const reported = once(this.#child, 'message')
    const ended = once(this.#child, 'exit')
    this.#child.send('end')
    const [tally]: unknown[] = await reported
    await ended
    return isTally(tally) ? tally : {}
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

const isTally = (message: unknown): message is Tally =>
  typeof message === 'object' && message !== null
