/**
 * `npm run chaos:cluster`: breaks parts of a cluster of three PostgreSQL while 48 buyers and buyers
 * with money buy at it. After each scenario nothing acknowledged may be lost, nothing doubled, the
 * books must agree, and one node be primary. Needs Debian's packages and prints the line that installs
 * them. The last line is '<n> passed, <n> failed'; exits with 1 if any failed. Options: options.ts.
 * What it proves: docs/reliability.md.
 */
import { runCommand } from '@foyer/testkit/command'
import type { Problems } from '../journal.ts'
import { CONTROLS } from './controls.ts'
import { readOptions } from './options.ts'
import { play } from './play.ts'
import { ClusterReport } from './report.ts'
import { startRig } from './rig.ts'
import { SCENARIOS } from './scenarios.ts'
import { canMountDisks } from './small-disks.ts'

await runCommand(async (started) => {
  const { isShort, only, rounds } = readOptions()
  const isChosen = ({ name, isShort: isInShort }: { name: string; isShort?: true }) =>
    name.startsWith(only) && (!isShort || isInShort)
  const report = new ClusterReport()
  const scenarios = SCENARIOS.filter(isChosen)
  const controls = CONTROLS.filter(isChosen)
  for (const hasSmallDisks of [false, true]) {
    const ours = scenarios.filter((scenario) => (scenario.hasSmallDisks ?? false) === hasSmallDisks)
    if (hasSmallDisks && !canMountDisks()) {
      for (const { name } of ours) console.log(`left out: ${name}, which only root can play`)
      continue
    }
    const itsControls = hasSmallDisks ? [] : controls
    if (ours.length + itsControls.length === 0) continue
    const rig = await startRig(started, { hasSmallDisks })
    for (const scenario of ours) {
      for (let round = 1; round <= rounds; round += 1) {
        const name = rounds > 1 ? `${scenario.name} ${round}` : scenario.name
        const run = (problems: Problems) => play(rig, scenario, problems, isShort)
        await report.scenario(name, scenario.what, run)
      }
    }
    for (const control of itsControls) {
      await report.scenario(control.name, control.what, (problems) => control.run(rig, problems))
    }
    const folder = await rig.close(report.hasFailed)
    if (report.hasFailed) console.log(`Logs of the cluster: ${folder}`)
  }
  report.close()
  return report.hasFailed ? 1 : 0
})
