import type { Problems } from '../../journal.ts'
import type { Outcome, Report } from '../../report.ts'
import { ATTACKS } from '../index.ts'
import type { Attack } from './attack.ts'
import { type Ground, startGround } from './open-site.ts'
import { type Played, play } from './play.ts'

/**
 * How often a control is played. A disturbance during the quiet measurement can hide harm, so there
 * is a second try.
 */
const CONTROL_TRIES = 2

/**
 * Plays each kind of attack beside honest buyers. The long form also plays each on a server without
 * the bound that stops it; the judge must find harm there.
 */
export async function runAttacks(
  started: AsyncDisposableStack,
  problems: Problems,
  report: Report,
  chosen: { isShort: boolean; named: string; by: Attack['by'] },
): Promise<void> {
  const ground = await startGround(started)
  const before = problems.total
  try {
    for (const attack of ATTACKS) {
      if (attack.by !== chosen.by) continue
      if (chosen.isShort && !attack.isShort) continue
      if (!`${attack.kind} ${attack.name}`.includes(chosen.named)) continue
      await report.scenario(`${attack.kind}: ${attack.name}`, () =>
        runRow(ground, attack, problems, chosen.isShort),
      )
    }
  } finally {
    await ground.close(problems.total > before)
    if (problems.total > before) console.log(`Logs of the attacked servers: ${ground.folder}`)
  }
}

async function runRow(
  ground: Ground,
  attack: Attack,
  problems: Problems,
  isShort: boolean,
): Promise<Outcome> {
  let played = await play(ground, attack, { isWithoutBound: false, isShort })
  const isLatencyAlone = played.breaches.every(({ criterion }) => criterion === 'latency')
  // On two shared cores the machine itself may raise a p99; harm by the attacker shows up twice.
  if (played.breaches.length > 0 && isLatencyAlone) {
    played = await play(ground, attack, { isWithoutBound: false, isShort })
  }
  for (const { criterion, text } of played.breaches) problems.add('harmed', `${criterion}: ${text}`)
  problems.addAll(played.problems)
  const outcome: Outcome = {
    attacks: 1,
    operations: played.operations,
    acknowledged: played.acknowledged,
    figures: figuresOf(played),
  }
  if (isShort) return outcome

  const control = await playControl(ground, attack)
  const shown = shownHarm(attack, control)
  if (shown.length === 0) {
    problems.add(
      'broken',
      `without ${attack.control.without} nothing is harmed, so it proves nothing`,
    )
  }
  const [first] = shown
  return {
    ...outcome,
    controls: 1,
    figures: {
      ...figuresOf(played),
      'without the bound': `${first ? `${first.criterion}: ${first.text}` : 'nothing'}, healthz max ${control.healthMs} ms`,
    },
  }
}

/** Plays on the server without the bound until harm is found or no tries are left. */
async function playControl(ground: Ground, attack: Attack): Promise<Played> {
  for (let tries = 1; ; tries += 1) {
    const played = await play(ground, attack, { isWithoutBound: true, isShort: false })
    if (shownHarm(attack, played).length > 0 || tries === CONTROL_TRIES) return played
  }
}

const shownHarm = ({ showsAs }: Attack, { breaches }: Played) =>
  breaches.filter(({ criterion }) => showsAs.includes(criterion))

const figuresOf = ({ quietP99Ms, p99Ms, healthMs, tally }: Played) => ({
  'quiet p99 ms': quietP99Ms.toFixed(0),
  'p99 ms': p99Ms.toFixed(0),
  'healthz max ms': healthMs,
  attacker: Object.entries(tally)
    .map(([name, count]) => `${name} ${count}`)
    .join(' '),
})
