import { runModelCheck } from '@foyer/testkit/model'
import type { Cluster } from './cluster.ts'
import type { Problems } from './journal.ts'
import type { Report } from './report.ts'

/**
 * With one operation at a time, the model predicts every answer. With five at once, some order of
 * them must explain the answers.
 */
const FORMS = [
  { together: 1, runs: 100, shortRuns: 6 },
  { together: 5, runs: 150, shortRuns: 6 },
]
const OPERATIONS_PER_RUN = 40

/** Compares random operations on the two server processes with a simple model in memory. */
export async function runModel(
  cluster: Cluster,
  problems: Problems,
  report: Report,
  isShort: boolean,
): Promise<void> {
  for (const { together, runs, shortRuns } of FORMS) {
    await report.scenario(
      `random operations against a model, up to ${together} at once`,
      async () => {
        const { operations, seed, failure } = await runModelCheck({
          servers: cluster.nodes.map((node) => node.server),
          sql: cluster.sql,
          build: cluster.build,
          runs: isShort ? shortRuns : runs,
          operationsPerRun: OPERATIONS_PER_RUN,
          together,
          log: console.log,
        })
        if (failure) problems.add('broken', `the answers contradict the model: ${failure.message}`)
        return { operations, figures: { seed } }
      },
    )
  }
}
