import { type CutPoint, playCutPoint, type Sequel } from './cut-point.ts'
import { CHANGE_OVERDUE } from './points/changing.ts'
import { KILLED_WITH_LEASE } from './points/mass-refunding.ts'
import { KILLED_AFTER_COMMIT } from './points/ordering.ts'
import { OVERDUE } from './points/webhooks.ts'
import type { Report } from './report.ts'
import { startRig } from './rig.ts'
import type { FindingKind } from './verdict.ts'

/** A cut point that must fail on a server without the part that `without` names. */
interface Control {
  /** A purchase by default. */
  what?: string
  without: string
  /** A statement that drops the constraint of the schema that would otherwise save the promise. */
  schema?: string
  point: CutPoint
  sequel: Sequel
  finds: FindingKind
}

const CONTROLS: readonly Control[] = [
  { without: 'the reconciler', point: OVERDUE, sequel: 'is gone', finds: 'lost' },
  {
    what: 'a paid change of an order',
    without: 'the reconciler',
    point: CHANGE_OVERDUE,
    sequel: 'is gone',
    finds: 'lost',
  },
  {
    what: 'a refund of all orders of a session',
    without: 'the end of a lease',
    point: KILLED_WITH_LEASE,
    sequel: 'is gone',
    finds: 'lost',
  },
  {
    without: 'the memory of what a payment became',
    schema: 'alter table money_ledger drop constraint money_ledger_posted_once',
    point: KILLED_AFTER_COMMIT,
    sequel: 'comes back',
    finds: 'doubled',
  },
]

const endingOf = ({ isChange, settle }: CutPoint) =>
  settle ? 'refunded' : isChange ? 'changed' : 'ticketed'

/** Longer than a complete server needs. */
const SETTLES_WITHIN_MS = 25_000

/** Runs each control on a rig of its own. If the promise is kept anyway, the cut point proves nothing. */
export async function runControls(report: Report, started: AsyncDisposableStack): Promise<void> {
  for (const { what = 'a purchase', without, schema, point, sequel, finds } of CONTROLS) {
    const rig = await startRig(started, { without })
    if (schema) await rig.sql(schema)
    const { findings } = await playCutPoint(rig, point, sequel, endingOf(point), SETTLES_WITHIN_MS)
    await rig.close(false)
    const isFound = findings.some(({ kind }) => kind === finds)
    report.check(
      `control: without ${without} ${what} is ${finds}`,
      isFound ? [] : [{ kind: 'broken', text: `it is not ${finds}: ${JSON.stringify(findings)}` }],
    )
  }
}
