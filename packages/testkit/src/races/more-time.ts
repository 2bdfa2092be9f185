import type { Buyer } from './buyer.ts'
import { WITHOUT_EXPIRY, WITHOUT_STOCK_LOCK_AT_THE_END } from './controls.ts'
import { type Line, line, type Race, times } from './race.ts'
import { Scene } from './scene.ts'

const PAIRS = 12
/**
 * The nth hold ends after n x n times this. On any machine the first holds end before a buyer can
 * ask for more time, the last ones do not, and some end in between.
 */
const STEP_MS = 3
const MORE_MS = 5 * 60_000

export const moreTimeAtTheEnd: Race = {
  name: 'holds end while their buyers ask for more time, and others want the tickets',
  async run(world) {
    const scene = await Scene.open(world, { capacity: 2, sessions: PAIRS })
    const buyers = await Promise.all(
      times(PAIRS, async (session) => {
        const buyer = scene.buyer()
        await buyer.hold(session, [line(scene.event, 2, session)])
        return buyer
      }),
    )
    const ends = await endSoon(scene)
    await Promise.all(
      buyers.map((buyer, session) =>
        contend(scene, buyer, line(scene.event, 2, session), ends.get(buyer.id) ?? 0),
      ),
    )
    return scene.close()
  },
  controls: [WITHOUT_EXPIRY, WITHOUT_STOCK_LOCK_AT_THE_END],
}

/** The current end of each hold in milliseconds, by browser. */
async function endSoon(scene: Scene): Promise<Map<string, number>> {
  const rows = await scene.world.sql<{ id: string; at: Date }>(
    `update holds set (expires_at, reclaim_at) = (select at, at from (
       select date_trunc('milliseconds', clock_timestamp())
         + array_position($1::uuid[], session_id) ^ 2 * make_interval(secs => $2) as at) as soon)
     where session_id = any($1) returning browser_id as id, expires_at as at`,
    [scene.event.sessionIds, STEP_MS / 1000],
  )
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]))
}

async function contend(scene: Scene, buyer: Buyer, wanted: Line, endsAt: number): Promise<void> {
  // One tap, sent to both servers: it adds time once.
  const taps = Promise.all(times(2, (server) => buyer.addMoreTime(server, 'one-tap')))
  const [answers, isGone] = await Promise.all([taps, insist(scene, wanted, taps)])
  const outcomes = answers.map(({ status, body }) => (status === 200 ? body.expiresAt : body.code))
  const longer = new Date(endsAt + MORE_MS).toISOString()
  const isLonger = outcomes.every((each) => each === longer)
  const isOver = outcomes.every((each) => each === 'hold_expired')
  scene.demand(
    isLonger || isOver,
    `the answers to one tap are ${outcomes}, where ${longer} is right`,
  )
  scene.demand(isGone === isOver, `more time: ${outcomes}; another holds the tickets: ${isGone}`)
  scene.promise(buyer, { held: isLonger ? 2 : 0 })
}

/**
 * A rival requests the tickets again and again, at either server, and once more after `others` have
 * finished. Returns whether the rival got them.
 */
async function insist(scene: Scene, wanted: Line, others: Promise<unknown>): Promise<boolean> {
  const rival = scene.buyer()
  let areThrough = false
  void others.then(() => {
    areThrough = true
  })
  for (let tried = 0; ; tried += 1) {
    const isLast = areThrough
    const answer = await rival.hold(tried, [wanted])
    if (isLast || answer.status === 201) return scene.note(rival, answer, [wanted])
  }
}
