import { readFile } from 'node:fs/promises'
import type { ClusterDatabase, RunningNode } from '../../deploy/cluster/database.ts'
import { type DatabaseNode, HOST, type Layout } from '../../deploy/cluster/layout.ts'
import { postmasterOf } from '../../deploy/cluster/process-list.ts'
import { Relay } from './relay.ts'

/** A node that can lose its power, its network or its disk. */
export class ChaosNode {
  /** Its place in the cluster, where it reaches etcd, and others reach it, through relays. */
  readonly layout: DatabaseNode
  readonly #toEtcd: readonly Relay[]
  readonly #fromReplicas: Relay
  #programs: RunningNode | null = null
  #frozen: number[] = []

  static async open(node: DatabaseNode, { nodes }: Layout): Promise<ChaosNode> {
    const replicationPort = node.etcd.peerPort + 1
    const toEtcd = await Promise.all(
      nodes.map(({ etcd }, index) => Relay.listen(replicationPort + 1 + index, etcd.clientPort)),
    )
    return new ChaosNode(node, toEtcd, await Relay.listen(replicationPort, node.postgresPort))
  }

  private constructor(node: DatabaseNode, toEtcd: readonly Relay[], fromReplicas: Relay) {
    this.#toEtcd = toEtcd
    this.#fromReplicas = fromReplicas
    const etcdPorts = toEtcd.map(({ port }) => port)
    this.layout = { ...node, etcdPorts, replicationPort: fromReplicas.port }
  }

  get name(): string {
    return this.layout.name
  }

  get programs(): RunningNode {
    if (!this.#programs) throw new Error(`${this.name} does not run yet`)
    return this.#programs
  }

  follow({ nodes }: ClusterDatabase): void {
    this.#programs = nodes.find(({ name }) => name === this.name) ?? null
  }

  /** The URL of its own PostgreSQL, past HAProxy. */
  urlFrom(primaryUrl: string): string {
    const url = new URL(primaryUrl)
    url.host = `${HOST}:${this.layout.postgresPort}`
    return url.href
  }

  /** `kill -9` of Patroni and of every process of PostgreSQL. etcd goes on. */
  async kill(): Promise<void> {
    const { patroni, dataDir } = this.programs
    const postgres = await processesOf(dataDir)
    for (const pid of [patroni.pid, ...postgres]) if (pid !== null) signal(pid, 'SIGKILL')
  }

  /** Cuts the connections of its Patroni to all members of etcd. */
  cutFromEtcd(): void {
    for (const relay of this.#toEtcd) relay.cut()
  }

  /** Holds back what it sends to its replicas. */
  holdReplication(): void {
    this.#fromReplicas.hold()
  }

  /** Cuts its replicas off, with everything that was held back. */
  cutReplication(): void {
    this.#fromReplicas.cut()
  }

  /** Stops every process of its PostgreSQL without ending it, as a machine that hangs. */
  async freeze(): Promise<void> {
    this.#frozen = await processesOf(this.programs.dataDir)
    for (const pid of this.#frozen) signal(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.#frozen.splice(0)) signal(pid, 'SIGCONT')
  }

  /** Ends all faults and starts what does not run. */
  async heal(): Promise<void> {
    this.thaw()
    for (const relay of [...this.#toEtcd, this.#fromReplicas]) relay.heal()
    await this.programs.etcd.start()
    await this.programs.patroni.start()
  }

  close(): void {
    this.thaw()
    for (const relay of [...this.#toEtcd, this.#fromReplicas]) relay.close()
  }
}

/** The server process of a data folder with its children; none if it does not run. */
async function processesOf(dataDir: string): Promise<number[]> {
  const postmaster = await postmasterOf(dataDir)
  if (postmaster === null) return []
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended in the meantime.
  }
}
