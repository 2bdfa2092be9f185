/**
 * `npm run chaos:money`: cuts purchases at each step between click and ticket, then lets many buyers
 * pay at a provider that fails all the time, then kills the worker thread under load. Prints the
 * result of each and, as the last line, JSON; exits with 1 when money or tickets were lost, doubled
 * or do not add up.
 * Options: options.ts. What it proves: docs/reliability.md.
 */
import { runCommand } from '@foyer/testkit/command'
import { runControls } from './controls.ts'
import { checkTheChecks } from './damages.ts'
import { type Options, readOptions } from './options.ts'
import { playAll } from './play-all.ts'
import { buyUnderFaults } from './purchases.ts'
import { Report } from './report.ts'
import { type Rig, startRig } from './rig.ts'
import { DROP_ACCOUNTS } from './sql-mutations.ts'
import { killWorkerUnderLoad } from './worker-kills.ts'

const ACCOUNTS = 'two organizers with accounts of their own'
const WORKER_KILLS = 'the worker thread is killed under load'

async function close(rig: Rig, report: Report): Promise<void> {
  const folder = await rig.close(report.hasFailed)
  if (report.hasFailed) console.log(`Logs of server, provider and PostgreSQL: ${folder}`)
}

/** Kills the worker while buyers buy. As a control, kills it again each time it is back. */
async function killWorkers(report: Report, started: AsyncDisposableStack): Promise<void> {
  const rig = await startRig(started, { hasWorker: true })
  const { findings, settledMs, ...figures } = await killWorkerUnderLoad(rig)
  const counts = Object.entries(figures).map(([what, count]) => `${what} ${count}`)
  const seconds = (settledMs / 1000).toFixed(1)
  report.check(`${WORKER_KILLS} (${counts.join(', ')}, settled ${seconds} s later)`, findings)
  await close(rig, report)

  const other = await startRig(started, { hasWorker: true })
  const control = await killWorkerUnderLoad(other, { staysAway: true })
  await other.close(false)
  const isLost = control.findings.some(({ kind }) => kind === 'lost')
  report.check(
    'control: mails and late purchases are lost if the worker does not come back',
    isLost ? [] : [{ kind: 'broken', text: JSON.stringify(control.findings) }],
  )
}

/**
 * Lets two organizers with accounts of their own sell under faults. As a control, a server that drops the
 * account from its calls, and pages that do the same, must be found out.
 */
async function sellOnAccounts(
  report: Report,
  started: AsyncDisposableStack,
  options: Options,
): Promise<void> {
  const rig = await startRig(started, { hasAccounts: true })
  report.purchases(await buyUnderFaults(rig, options), options.seed, ACCOUNTS)
  await close(rig, report)

  const other = await startRig(started, {
    hasAccounts: true,
    without: DROP_ACCOUNTS,
    isFree: true,
    ignoresAccounts: true,
  })
  const control = await buyUnderFaults(other, { ...options, purchases: 4, isShort: true })
  await other.close(false)
  const isMisplaced = control.findings.some(({ kind }) => kind === 'misplaced')
  report.check(
    'control: without the account header money is misplaced',
    isMisplaced ? [] : [{ kind: 'broken', text: JSON.stringify(control.findings) }],
  )
}

await runCommand(async (started) => {
  const options = readOptions()
  const report = new Report()
  const rigs = await Promise.all(Array.from({ length: options.rigs }, () => startRig(started)))
  try {
    const controls = options.isShort ? null : runControls(report, started)
    await playAll(rigs, report, options)
    await controls
    // The buyers run alone on the machine.
    for (const rig of rigs.splice(1)) await close(rig, report)
    for (const rig of rigs) {
      report.check('the checks find every damage', await checkTheChecks(rig))
      if (options.purchases > 0) report.purchases(await buyUnderFaults(rig, options), options.seed)
    }
    for (const rig of rigs.splice(0)) await close(rig, report)
    if (options.purchases > 0 && ACCOUNTS.includes(options.only)) {
      await sellOnAccounts(report, started, options)
    }
    if (!options.isShort && WORKER_KILLS.includes(options.only)) await killWorkers(report, started)
  } finally {
    for (const rig of rigs) await close(rig, report)
  }
  report.close()
  return report.hasFailed ? 1 : 0
})
