import { RACES, runRaces } from '@foyer/testkit/races'
import type { Cluster } from './cluster.ts'
import type { Problems } from './journal.ts'
import type { Report } from './report.ts'

const ALL = Object.values(RACES).flat()
/** The rush for the last tickets, and orders that change places; without controls. */
const SHORT = [RACES['last places'][0], RACES.changes[2]]

/**
 * Requests that meet at one moment, on the same two server processes. In the long form each race is
 * also run without what keeps its promise, and must then be lost, or it proves nothing.
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
        // Each process has a payment provider of its own, so that one alone can take cards.
        world: { ...cluster, servers: [first, second], tills: [first] },
        ...(isShort ? {} : { adminUrl: cluster.postgres.url }),
      })
      for (const { problem } of result.problems) problems.add('broken', problem)
      for (const { without, failed } of result.controls) {
        if (!failed) problems.add('broken', `it is kept without ${without}, so it proves nothing`)
      }
      const lost = result.controls.filter(({ failed }) => failed)
      const figures = { 'controls lost': `${lost.length} of ${race.controls.length}` }
      return { operations: result.operations, ...(isShort ? {} : { figures }) }
    })
  }
}
