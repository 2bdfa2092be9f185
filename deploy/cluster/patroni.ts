import { HOST, type Layout } from './layout.ts'

/** A node as Patroni lists it. */
export interface Member {
  name: string
  /** `leader` is the primary, or a replica that is becoming it. */
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  timeline?: number
  /** Bytes; 'unknown' before it has connected. */
  lag?: number | 'unknown'
}

const ANSWERS_WITHIN_MS = 3000

/** Patroni's interface over HTTP. Every node answers for the whole cluster. */
export class Patroni {
  readonly #ports: readonly number[]

  constructor({ nodes }: Pick<Layout, 'nodes'>) {
    this.#ports = nodes.map(({ restPort }) => restPort)
  }

  /** All nodes, by the first that answers; none if no node answers. */
  async members(): Promise<Member[]> {
    for (const port of this.#ports) {
      try {
        const response = await ask(port, 'cluster')
        const { members }: { members: Member[] } = JSON.parse(await response.text())
        return members
      } catch {
        // This node is down: the next one is asked.
      }
    }
    return []
  }

  /** Nodes that say of themselves that they are the primary now. */
  async primaries(): Promise<number[]> {
    const answers = await Promise.all(
      this.#ports.map((port) =>
        ask(port, 'primary').then(
          ({ ok }) => (ok ? [port] : []),
          () => [],
        ),
      ),
    )
    return answers.flat()
  }

  /** Hands the primary's part over to another node, in order. Resolves once Patroni has done it. */
  async switchover(leader: string, candidate: string): Promise<void> {
    const text = await this.#send('POST', 'switchover', { leader, candidate })
    if (!/success/i.test(text)) throw new Error(`The switchover failed: ${text}`)
  }

  /** Changes the configuration of all nodes. */
  async configure(change: Record<string, unknown>): Promise<void> {
    await this.#send('PATCH', 'config', change)
  }

  async #send(method: string, path: string, body: unknown): Promise<string> {
    let failure: unknown
    for (const port of this.#ports) {
      try {
        const response = await fetch(urlOf(port, path), { method, body: JSON.stringify(body) })
        return await response.text()
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }
}

const urlOf = (port: number, path: string) => `http://${HOST}:${port}/${path}`

const ask = (port: number, path: string) =>
  fetch(urlOf(port, path), { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
