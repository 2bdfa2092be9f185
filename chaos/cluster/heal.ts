import { setTimeout as delay } from 'node:timers/promises'
import { isComplete } from '../../deploy/cluster/database.ts'
import type { Problems } from '../journal.ts'
import type { ChaosNode } from './node.ts'
import type { ClusterRig } from './rig.ts'

const COMPLETE_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 200

/**
 * Ends all faults and resolves once the cluster is complete and the servers are ready. `confirming` is
 * how many replicas confirm commits then.
 */
export async function heal(rig: ClusterRig, confirming: 0 | 1 = 1): Promise<void> {
  const { database, nodes, servers } = rig
  await Promise.all(nodes.map((node) => node.heal()))
  await database.haproxy.start()
  const giveUpAt = performance.now() + COMPLETE_WITHIN_MS
  while (!isComplete(await database.patroni.members(), confirming)) {
    if (performance.now() > giveUpAt) {
      const members = JSON.stringify(await database.patroni.members())
      throw new Error(`the cluster did not become complete again: ${members}`)
    }
    await delay(LOOK_EVERY_MS)
  }
  await servers.untilReady()
}

/** The node that is the primary now; waits until there is one. */
export async function primaryOf({ database, nodes }: ClusterRig): Promise<ChaosNode> {
  const giveUpAt = performance.now() + COMPLETE_WITHIN_MS
  for (;;) {
    const members = await database.patroni.members()
    const leader = members.find(({ role, state }) => role === 'leader' && state === 'running')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (node) return node
    if (performance.now() > giveUpAt) throw new Error('the cluster has no primary any more')
    await delay(LOOK_EVERY_MS)
  }
}

/** The replicas, the one that confirms commits first. */
export async function replicasOf({ database, nodes }: ClusterRig): Promise<ChaosNode[]> {
  const members = await database.patroni.members()
  return ['sync_standby', 'replica'].flatMap((role) =>
    nodes.filter(({ name }) => members.some((one) => one.name === name && one.role === role)),
  )
}

/** Reports a problem unless exactly one node takes writes and says so. */
export async function checkOnePrimary(rig: ClusterRig, problems: Problems): Promise<void> {
  const primaries = await rig.database.patroni.primaries()
  if (primaries.length !== 1) problems.add('doubled', `${primaries.length} nodes are primaries`)
}
