import { setTimeout as delay } from 'node:timers/promises'
import { checkEverything } from '../../checks.ts'
import { Problems } from '../../journal.ts'
import { type Probed, startProbing } from '../../prober.ts'
import { percentile } from '../../statistics.ts'
import type { Attack, Breach, Tally } from './attack.ts'
import { AttackerProcess } from './attacker.ts'
import { HonestLoad } from './honest-load.ts'
import { judgeHonest, type Phase } from './judge-honest.ts'
import { type Ground, type OpenSite, openSite } from './open-site.ts'

/** The first visits fill caches, prepare statements and open connections. */
const WARM_UP_SECONDS = 2
const QUIET_SECONDS = 5
const SHORT_QUIET_SECONDS = 3
const ATTACK_SECONDS = 8
const SHORT_ATTACK_SECONDS = 4

/** What one run of a row resulted in. */
export interface Played {
  breaches: Breach[]
  /** Differences between the answers to honest buyers and the database. */
  problems: Problems
  quietP99Ms: number
  p99Ms: number
  healthMs: number
  tally: Tally
  operations: number
  acknowledged: number
}

interface Form {
  isWithoutBound: boolean
  isShort: boolean
}

/** Opens a site, measures its honest buyers in quiet and then under attack, and judges both. */
export async function play(ground: Ground, attack: Attack, form: Form): Promise<Played> {
  const breaches: Breach[] = []
  const site = await openSite(ground, attack, form.isWithoutBound, (text) =>
    breaches.push({ criterion: 'health', text }),
  )
  try {
    const prepared = (await attack.prepare?.(site)) ?? {}
    if (form.isWithoutBound) await attack.control.prepare?.(site, prepared)
    const attacker = await AttackerProcess.start(attack, { ...targetOf(site), prepared })
    try {
      const played = await measure(site, attack, attacker, form)
      return { ...played, breaches: [...breaches, ...played.breaches] }
    } finally {
      attacker.kill()
    }
  } finally {
    await site.close()
  }
}

async function measure(
  site: OpenSite,
  attack: Attack,
  attacker: AttackerProcess,
  { isShort }: Form,
): Promise<Played> {
  const load = new HonestLoad(site, {
    readsPages: attack.hasPages ?? false,
    pays: !attack.countsProviderCalls,
  })
  let probed: Probed[] = []
  const stopProbing = startProbing([site.server], (answer) => probed.push(answer))
  const takePhase = (): Phase => {
    const answers = probed
    probed = []
    return {
      ...load.take(),
      healthMs: Math.max(0, ...answers.map(({ ms }) => ms)),
      failures: answers.flatMap(({ failure }) => failure ?? []),
    }
  }
  await delay(WARM_UP_SECONDS * 1000)
  takePhase()
  await delay((isShort ? SHORT_QUIET_SECONDS : QUIET_SECONDS) * 1000)
  const quiet = takePhase()
  const before = (await attack.before?.(site)) ?? 0

  const attackedAt = performance.now()
  attacker.begin()
  const seconds = isShort ? SHORT_ATTACK_SECONDS : (attack.seconds ?? ATTACK_SECONDS)
  const [found] = await Promise.all([attack.during?.(site, seconds), delay(seconds * 1000)])
  const tally = await attacker.end()
  const attackMs = performance.now() - attackedAt
  // A call that was under way when the attack ended counts as attacked.
  const visits = await load.stop()
  await stopProbing()
  const attacked = takePhase()

  const problems = new Problems()
  const breaches = [
    ...(found ?? []),
    ...judgeHonest(attack, quiet, attacked),
    ...((await attack.judge?.({ site, tally, attackMs, before })) ?? []),
  ]
  await checkEverything(site.sql, site, visits, problems)
  return {
    breaches,
    problems,
    quietP99Ms: percentile(quiet.latencies, 0.99),
    p99Ms: percentile(attacked.latencies, 0.99),
    healthMs: attacked.healthMs,
    tally,
    operations: load.operations,
    acknowledged: load.acknowledged,
  }
}

/** The fields of a site that can be sent to another process. */
const targetOf = ({ url, eventId, sessionIds, other, freeTypeId, paidTypeId }: OpenSite) => ({
  url,
  eventId,
  sessionIds,
  other,
  freeTypeId,
  paidTypeId,
})
