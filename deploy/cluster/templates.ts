import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { HOST, type Layout } from './layout.ts'
import type { Programs } from './programs.ts'
import type { Secrets } from './secrets.ts'

type Node = Layout['nodes'][number]

/** The answer of HAProxy itself if no process is alive. */
const UNAVAILABLE = fileURLToPath(new URL('templates/unavailable.http', import.meta.url))

export function renderEtcd(layout: Layout, { etcd }: Node, dataDir: string): Promise<string> {
  const members = layout.nodes.map(({ etcd: { name, peerPort } }) => `${name}=${at(peerPort)}`)
  return render('etcd.yml', { ...etcd, host: HOST, dataDir, members: members.join() })
}

export function renderPatroni(
  node: Node,
  { postgres: binDir }: Programs,
  secrets: Secrets,
  dataDir: string,
): Promise<string> {
  const { name, restPort, postgresPort, replicationPort } = node
  const etcdHosts = node.etcdPorts.map((port) => `'${HOST}:${port}'`).join(', ')
  const { superuserPassword, replicationPassword } = secrets
  return render('patroni.yml', {
    ...{ name, restPort, postgresPort, replicationPort, etcdHosts },
    ...{ superuserPassword, replicationPassword, host: HOST, dataDir, binDir },
  })
}

export function renderHaproxy(layout: Layout): Promise<string> {
  const { nodes, webPorts, httpPort, primaryPort, replicasPort, statisticsPort } = layout
  const databaseServers = nodes.map(
    ({ name, postgresPort, restPort }) =>
      `  server ${name} ${HOST}:${postgresPort} check port ${restPort}`,
  )
  const webServers = webPorts.map(
    (port, index) => `  server web-${index + 1} ${HOST}:${port} check`,
  )
  return render('haproxy.cfg', {
    ...{ host: HOST, httpPort, primaryPort, replicasPort, statisticsPort },
    databaseServers: databaseServers.join('\n'),
    webServers: webServers.join('\n'),
    unavailable: UNAVAILABLE,
  })
}

/** Fills the names in double braces. A template that names something else is a mistake. */
async function render(name: string, values: Record<string, string | number>): Promise<string> {
  const template = await readFile(new URL(`templates/${name}`, import.meta.url), 'utf8')
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} names ${key}, which has no value`)
    return String(value)
  })
}

const at = (port: number) => `http://${HOST}:${port}`
