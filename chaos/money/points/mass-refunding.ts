import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  type Break,
  cutAtCommit,
  failCall,
  killAt,
  killAtCommit,
  killDuringCall,
  nothing,
  stopDatabaseAtCommit,
} from '../breaks.ts'
import type { CutPoint } from '../cut-point.ts'
import { untilAllRefunded } from '../judge-mass-refund.ts'
import type { Scene } from '../scene.ts'
import { CREATE_REFUND } from './expiring.ts'

/** Orders of the session beside that of the scene's own buyer. */
const OTHERS = 5
const COMMAND = fileURLToPath(import.meta.resolve('@foyer/server/session-command'))

// The statements of the job, in the order in which it sends them.
const CLAIM = /session_id as "sessionId", kind, unanswered/
const LIST = /insert into disruption_answers/
const ASK = /ask_next_at = clock_timestamp\(\) \+/
const FIX = /judged as materialized/
const DECIDE = /lane_write_refunds/
const RECORD = /state = 'settled', settled_at/
const RELEASE = /as at\s+from session_disruptions d where/

const BREAKS: readonly [string, Break][] = [
  ['nothing breaks', nothing],
  ['server killed before it has claimed the session', killAtCommit('before', CLAIM)],
  ['server killed after it has claimed the session', killAtCommit('committed', CLAIM)],
  ['server killed before the list of orders is committed', killAtCommit('before', LIST)],
  ['server killed after the list of orders is committed', killAtCommit('committed', LIST)],
  ['server killed before the mails are committed', killAtCommit('before', ASK)],
  ['server killed after the mails are committed', killAtCommit('committed', ASK)],
  ['server killed before it is fixed who gets money back', killAtCommit('before', FIX)],
  ['server killed after it is fixed who gets money back', killAtCommit('committed', FIX)],
  ['server killed before the refunds are committed', killAtCommit('before', DECIDE)],
  ['server killed with that commit under way', killAtCommit('sent', DECIDE)],
  ['server killed after the refunds are committed', killAtCommit('committed', DECIDE)],
  ['refunds committed, the answer lost', cutAtCommit('committed', DECIDE)],
  ['database stopped as the refunds are committed', stopDatabaseAtCommit('sent', DECIDE)],
  ['server killed before an order is recorded as settled', killAt(RECORD)],
  ['server killed after an order is recorded as settled', killAtCommit('committed', RECORD)],
  ['server killed at the end of a slice', killAt(RELEASE)],
  ['server killed before the provider refunds', killDuringCall('not done', CREATE_REFUND)],
  ['server killed after the provider refunded', killDuringCall('done', CREATE_REFUND)],
  ['refunded, and the provider answers 500', failCall('error500After', CREATE_REFUND, 1)],
  ['server killed before it stores a refund', killAt(/update "refunds" set/)],
]

/** All orders of a session are refunded, because it is called off. */
const massRefund = ([name, breaks]: readonly [string, Break]): CutPoint => ({
  name: `mass refund: ${name}`,
  ends: { 'is gone': 'refunded' },
  before: (scene) => scene.buyMany(OTHERS),
  break: breaks,
  act: callOff,
  after: passLease,
  settle: untilAllRefunded,
})

async function callOff({ rig, event }: Scene): Promise<void> {
  await promisify(execFile)(process.execPath, [COMMAND, 'main', event.sessionId, 'call-off'], {
    env: {
      ...process.env,
      DATABASE_URL: rig.postgres.url,
      FOYER_DATA: rig.folder,
      LOG_LEVEL: 'silent',
    },
  })
}

/** What a killed server had claimed is free again after a minute, which passes here at once. */
const passLease = ({ rig }: Scene) =>
  rig.sql(
    `update session_disruptions set next_attempt_at = next_attempt_at - interval '1 minute'
     where state in ('listing', 'working')`,
  )

export const MASS_REFUNDING: readonly CutPoint[] = BREAKS.map((each) => ({
  ...massRefund(each),
  ...(each[0] === 'server killed after the refunds are committed' ? { inShort: 'is gone' } : {}),
}))

/** For a control: the work is claimed, and whoever has claimed it is dead. */
export const KILLED_WITH_LEASE = massRefund([
  'server killed after it has claimed the session',
  killAtCommit('committed', CLAIM),
])
