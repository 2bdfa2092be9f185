import { expect, test } from 'vitest'
import { layOut, PORTS } from './layout.ts'
import { renderEtcd, renderHaproxy, renderPatroni } from './templates.ts'

const layout = layOut(7400)
const secrets = {
  superuserPassword: 'one',
  replicationPassword: 'two',
  applicationPassword: 'three',
}
const programs = { etcd: '', patroni: '', haproxy: '', postgres: '/usr/lib/postgresql/15/bin' }
const render = async () => {
  const [node] = layout.nodes
  if (!node) throw new Error('There are three nodes')
  return {
    etcd: await renderEtcd(layout, node, '/data/etcd-1'),
    patroni: await renderPatroni(node, programs, secrets, '/data/node-1'),
    haproxy: await renderHaproxy(layout),
  }
}

test('every port of a cluster is used once, within the ports that it asks for', () => {
  const ports = [
    ...[layout.httpPort, layout.primaryPort, layout.replicasPort, layout.statisticsPort],
    ...[...layout.webPorts, layout.jobsPort, layout.paymentsPort],
    ...layout.nodes.flatMap(({ postgresPort, restPort, etcd }) => [
      ...[postgresPort, restPort, etcd.clientPort, etcd.peerPort],
    ]),
  ]
  expect(new Set(ports).size).toBe(ports.length)
  expect(ports.every((port) => port >= 7400 && port < 7400 + PORTS)).toBe(true)
})

test('no configuration has a name that is not filled in', async () => {
  expect(Object.values(await render()).join('\n')).not.toMatch(/\{\{|undefined/)
})

test('a failover keeps Patroni’s rule for its times, and commits wait for a replica', async () => {
  const { patroni } = await render()
  const secondsOf = (name: string) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
  const [ttl, loopWait, retryTimeout] = ['ttl', 'loop_wait', 'retry_timeout'].map(secondsOf)
  expect(ttl).toBeGreaterThanOrEqual((loopWait ?? 0) + 2 * (retryTimeout ?? 0))
  expect(patroni).toMatch(/^ +synchronous_mode: true\n +synchronous_mode_strict: true$/m)
})
