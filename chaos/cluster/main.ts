/**
 * `npm run chaos:cluster`: breaks parts of a cluster of three PostgreSQL while 48 buyers and buyers
 * with money buy at it. After each scenario nothing acknowledged may be lost, nothing doubled, the
 * books must agree, and one node be primary. Needs Debian's packages and prints the line that installs
 * them. The last line is '<n> passed, <n> failed'; exits with 1 if any failed. Options: options.ts.
 * What it proves: docs/reliability.md.
 */
import { runCommand } from '@foyer/testkit/command'
import { CONTROLS } from './controls.ts'
import { readOptions } from './options.ts'
import { play } from './play.ts'
import { ClusterReport } from './report.ts'
import { startRig } from './rig.ts'
import { SCENARIOS } from './scenarios.ts'

await runCommand(async (started) => {
  const { isShort, only, rounds } = readOptions()
  const isChosen = ({ name, isShort: isInShort }: { name: string; isShort?: true }) =>
    name.includes(only) && (!isShort || isInShort)
  const report = new ClusterReport()
  const rig = await startRig(started)
  for (const scenario of SCENARIOS.filter(isChosen)) {
    for (let round = 1; round <= rounds; round += 1) {
      const name = rounds > 1 ? `${scenario.name} ${round}` : scenario.name
      await report.scenario(name, scenario.what, (problems) =>
        play(rig, scenario, problems, isShort),
      )
    }
  }
  for (const control of CONTROLS.filter(isChosen)) {
    await report.scenario(control.name, control.what, (problems) => control.run(rig, problems))
  }
  const folder = await rig.close(report.hasFailed)
  report.close()
  if (report.hasFailed) console.log(`Logs of the cluster: ${folder}`)
  return report.hasFailed ? 1 : 0
})
