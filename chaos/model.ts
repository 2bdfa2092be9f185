import { runModelCheck } from '@foyer/testkit/model'
import type { Cluster } from './cluster.ts'
import type { Problems } from './journal.ts'
import type { Outcome, Totals } from './report.ts'

/** One at a time every answer is foretold; of five at once, some order must explain the answers. */
const FORMS = [
  { together: 1, runs: 100, shortRuns: 6 },
  { together: 5, runs: 150, shortRuns: 6 },
]
const OPERATIONS_PER_RUN = 40

/** Random operations, compared with a simple model in memory: on the same two server processes. */
export async function runModel(
  cluster: Cluster,
  problems: Problems,
  report: (outcome: Outcome) => void,
  isShort: boolean,
): Promise<Totals> {
  let operations = 0
  for (const { together, runs, shortRuns } of FORMS) {
    const startedAt = performance.now()
    const result = await runModelCheck({
      servers: cluster.nodes.map((node) => node.server),
      sql: cluster.sql,
      build: cluster.build,
      runs: isShort ? shortRuns : runs,
      operationsPerRun: OPERATIONS_PER_RUN,
      together,
      log: console.log,
    })
    operations += result.operations
    if (result.failure) problems.add('lost', `the model says otherwise: ${result.failure.message}`)
    report({
      name: `random operations against a model, up to ${together} at once`,
      seconds: (performance.now() - startedAt) / 1000,
      figures: { operations: result.operations, seed: result.seed },
      problems: problems.takeNew(),
    })
  }
  return { crashes: 0, operations, acknowledged: 0 }
}
