/** The addresses of everything in the cluster. All are of the loopback interface. */

export const HOST = '127.0.0.1'

/** A machine of the database: PostgreSQL with its Patroni, and a member of etcd. */
export interface DatabaseNode {
  name: string
  postgresPort: number
  /** Where the other nodes reach its PostgreSQL; usually the same. */
  replicationPort: number
  /** Patroni's own address. */
  restPort: number
  etcd: { name: string; clientPort: number; peerPort: number }
  /** Where this node's Patroni reaches the members of etcd; usually their own ports. */
  etcdPorts: readonly number[]
}

export interface Layout {
  /** Where buyers reach the shop. */
  httpPort: number
  /** Leads to the primary. */
  primaryPort: number
  /** Leads to the replicas. */
  replicasPort: number
  /** HAProxy's own page. */
  statisticsPort: number
  webPorts: readonly [number, number]
  jobsPort: number
  /** The emulator of the payment provider. */
  paymentsPort: number
  nodes: readonly DatabaseNode[]
}

const NODES = [1, 2, 3]
const PORTS_OF_NODE = 10

/** How many ports in a row, from the first one, a cluster may use. */
export const PORTS = PORTS_OF_NODE * (NODES.length + 1)

/** Lays a cluster out over the ports from `first` on: ten for what is shared, ten for each node. */
export function layOut(first: number): Layout {
  const bases = NODES.map((number) => first + number * PORTS_OF_NODE)
  const clientPorts = bases.map((base) => base + 2)
  return {
    httpPort: first,
    primaryPort: first + 1,
    replicasPort: first + 2,
    statisticsPort: first + 3,
    webPorts: [first + 4, first + 5],
    jobsPort: first + 6,
    paymentsPort: first + 7,
    nodes: NODES.map((number, index) => {
      const base = bases[index] ?? first
      return {
        name: `node-${number}`,
        postgresPort: base,
        replicationPort: base,
        restPort: base + 1,
        etcd: { name: `etcd-${number}`, clientPort: base + 2, peerPort: base + 3 },
        etcdPorts: clientPorts,
      }
    }),
  }
}
