import { RACES, runRaces } from '@foyer/testkit/races'
import type { Cluster } from './cluster.ts'
import type { Problems } from './journal.ts'
import type { Report } from './report.ts'

const ALL = Object.values(RACES).flat()
/** The short form's races, without controls: the rush for the last tickets, and swapped sessions. */
const SHORT = [RACES['last places'][0], RACES.changes[2]]

/**
 * Simultaneous requests to the two server processes. The long form also runs each race without the
 * lock or predicate that keeps its promise; the race must then be lost, or it proves nothing.
 */
export async function runRaceSuite(
  cluster: Cluster,
  problems: Problems,
  report: Report,
  isShort: boolean,
): Promise<void> {
  const [{ server: first }, { server: second }] = cluster.nodes
  for (const race of isShort ? SHORT : ALL) {
    await report.scenario(race.name, async () => {
      const result = await runRaces({
        races: [race],
        // Each process has its own payment provider, so only one of them can take cards.
        world: { ...cluster, servers: [first, second], cardServers: [first] },
        ...(isShort ? {} : { adminUrl: cluster.postgres.url }),
      })
      for (const { problem } of result.problems) problems.add('broken', problem)
      for (const { without, failed } of result.controls) {
        if (!failed)
          problems.add('broken', `the race is not lost without ${without}, so it proves nothing`)
      }
      const lost = result.controls.filter(({ failed }) => failed)
      const figures = { 'controls lost': `${lost.length} of ${race.controls.length}` }
      return { operations: result.operations, ...(isShort ? {} : { figures }) }
    })
  }
}
