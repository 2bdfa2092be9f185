import { setTimeout as delay } from 'node:timers/promises'
import type { FaultKind } from './provider.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { untilSettled } from './settle.ts'
import type { Finding } from './verdict.ts'

/** Buyers that buy side by side, one cart after the other, until the last kill. */
const BUYERS = 30
/** Tickets of each cart. */
const QUANTITY = 2
const HAPPENS_WITHIN_MS = 60_000
const DEGRADED_WITHIN_MS = 5000
const READY_WITHIN_MS = 60_000
/** A claim of a mail lasts a minute; one of a refund some seconds. */
const SETTLES_WITHIN_MS = 180_000
/** For the control: longer than it takes with a worker. */
const SETTLES_WITHOUT_WORKER_MS = 60_000
const LOOK_EVERY_MS = 20

export interface WorkerKills {
  kills: number
  carts: number
  refunds: number
  mails: number
  /** Mails that the mail server accepted more than once, under the same Message-ID. */
  repeatedMails: number
  /** Milliseconds from the last kill until everything was settled and sent. */
  settledMs: number
  findings: Finding[]
}

/** Resolves when the worker has reached the moment at which it is to be killed. */
type Moment = (rig: Rig) => Promise<unknown>

const duringRefund =
  (kind: FaultKind): Moment =>
  async ({ provider }) => {
    const before = await provider.faultCount(kind)
    await provider.fault('POST /v1/refunds', kind)
    await provider.untilFaultHit(kind, before)
  }

const MOMENTS: readonly Moment[] = [
  // The provider has not made the refund that the worker waits for.
  duringRefund('timeout'),
  // The provider has made the refund, and its answer has not reached the worker.
  duringRefund('timeoutAfter'),
  // The mail server has accepted a mail, and its answer has not reached the worker.
  ({ mail }) => mail.leaveNextUnanswered(),
  // The worker has just started again.
  async () => {},
]

/**
 * Kills the worker thread while buyers pay, refunds are made and mails are sent: every fourth cart is
 * paid after its tickets were sold to another buyer, so its money is refunded. Nothing may be lost
 * or made twice, requests go on, and the process reports when the worker is down and up again. With
 * `staysAway` it is killed from the beginning and after each restart: the checks must notice.
 */
export async function killWorkerUnderLoad(
  rig: Rig,
  { staysAway = false } = {},
): Promise<WorkerKills> {
  const findings: Finding[] = []
  const scenes: Scene[] = []
  const broken = (text: string) => findings.push({ kind: 'broken', text })
  let isOver = false
  let next = 0

  async function comeAndGo(): Promise<void> {
    while (!isOver) {
      const isTooLate = next++ % 4 === 3
      const scene = await Scene.open(rig, { capacity: isTooLate ? QUANTITY : null })
      try {
        await scene.buyer.insistUpTo('confirm')
        scenes.push(scene)
        if (isTooLate) {
          await scene.expireHolds()
          await scene.takeTickets(QUANTITY)
        }
        await scene.buyer.comeBack()
      } catch (error) {
        broken(error instanceof Error ? error.message : String(error))
      }
    }
  }

  const buyers = Promise.all(Array.from({ length: BUYERS }, comeAndGo))
  let kills = 0
  for (const moment of staysAway ? [] : MOMENTS) {
    const isThere = moment(rig).then(() => true)
    const isLate = delay(HAPPENS_WITHIN_MS, false, { ref: false })
    if (!(await Promise.race([isThere, isLate])))
      broken(`kill ${kills + 1}: its moment was never reached`)
    rig.server.killWorker()
    kills += 1
    if (!(await isWorker(rig, 'degraded', DEGRADED_WITHIN_MS))) {
      broken(`kill ${kills}: /readyz did not report that the worker is away`)
    }
    if (!(await isWorker(rig, 'ready', READY_WITHIN_MS))) {
      broken(`kill ${kills}: the worker did not come back`)
    }
    await rig.provider.reset()
  }
  const restarts = await restartsOf(rig)
  if (restarts !== kills) broken(`foyer_worker_restarts is ${restarts} after ${kills} kills`)
  const killedAt = performance.now()
  const control = new AbortController()
  const killing = staysAway ? keepKilling(rig, control.signal) : null
  isOver = true
  await buyers

  const carts = scenes.map(({ cartId }) => ({ cartId, quantity: QUANTITY }))
  const settled = await untilSettled(
    rig,
    carts,
    staysAway ? SETTLES_WITHOUT_WORKER_MS : SETTLES_WITHIN_MS,
  )
  const mails = await checkMails(rig, kills, staysAway ? 0 : SETTLES_WITHIN_MS)
  control.abort()
  await killing
  findings.push(...settled.findings, ...mails.findings)
  findings.push(...rig.takeCrashes().map((text) => ({ kind: 'broken' as const, text })))
  return {
    kills,
    carts: carts.length,
    refunds: [...settled.endings.values()].filter((ending) => ending === 'refunded').length,
    mails: mails.count,
    repeatedMails: mails.repeated,
    settledMs: performance.now() - killedAt,
    findings,
  }
}

/** Checks that the mail server accepted every mail, and a mail twice only if a kill interrupted it. */
async function checkMails(rig: Rig, kills: number, withinMs: number) {
  const giveUpAt = performance.now() + withinMs
  const open = () => rig.sql<{ id: string }>(`select id from mails where state <> 'sent'`)
  while ((await open()).length > 0 && performance.now() < giveUpAt) await delay(LOOK_EVERY_MS)
  const rows = await rig.sql<{ id: string; state: string }>('select id, state from mails')
  const taken = Map.groupBy(rig.mail.taken, (id) => id.slice(1, id.indexOf('@')))
  const findings = rows.flatMap(({ id, state }): Finding[] => {
    const ids = taken.get(id) ?? []
    if (state !== 'sent' || ids.length === 0) {
      return [{ kind: 'lost', text: `mail ${id} is ${state}, taken ${ids.length} times` }]
    }
    if (ids.length > 1 + kills || new Set(ids).size > 1) {
      return [{ kind: 'doubled', text: `mail ${id} was taken as ${ids.join(', ')}` }]
    }
    return []
  })
  const repeated = [...taken.values()].filter((ids) => ids.length > 1).length
  return { count: rows.length, repeated, findings }
}

/** Whether /readyz reports this state in time. */
async function isWorker(
  { server }: Rig,
  state: 'degraded' | 'ready',
  withinMs: number,
): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${server.url}/readyz`).catch(() => null)
    const body = Object(await answer?.json())
    if (body.status === state) return true
    await delay(LOOK_EVERY_MS)
  }
  return false
}

async function restartsOf({ server }: Rig): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(text.match(/^foyer_worker_restarts (\d+)/m)?.[1])
}

async function keepKilling({ server }: Rig, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    server.killWorker()
    await delay(LOOK_EVERY_MS)
  }
}
