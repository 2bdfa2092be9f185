import {
  CONNECTIONS_PER_PROCESS,
  type Durability,
  findLossOfCommits,
  OLDEST_VERSION,
} from '@foyer/db'
import { isLocalName } from '../../env-production.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** What each setting of PostgreSQL means for a deployment that sells. */

/** Connections that the servers leave for the operator's commands and monitoring. */
const SPARE_CONNECTIONS = 6
const CLOCK_WARNING_SECONDS = 1
const CLOCK_FAILURE_SECONDS = 10

export interface Server {
  number: number
  version: string
  account: string
  isSuperuser: boolean
  bypassesRowSecurity: boolean
  canCreate: boolean
  maxConnections: number
  reserved: number
  isStandby: boolean
  isReadOnly: string
  isEncrypted: boolean
  size: string
}

export function judgeVersion({ number, version }: Server): Finding {
  const name = 'database.version'
  return number >= OLDEST_VERSION * 10_000
    ? ok(name, `PostgreSQL ${version}.`)
    : failed(
        name,
        `PostgreSQL ${version} is too old.`,
        `Upgrade to PostgreSQL ${OLDEST_VERSION} or newer.`,
      )
}

export function judgeAccount({
  account,
  isSuperuser,
  bypassesRowSecurity,
  canCreate,
}: Server): Finding {
  const name = 'database.rights'
  if (isSuperuser || bypassesRowSecurity) {
    return failed(
      name,
      `The account ${account} ${isSuperuser ? 'is a superuser' : 'bypasses row security'}: a mistake would reach every organizer's rows.`,
      'Use an account that owns the database, and is no superuser and has no BYPASSRLS.',
    )
  }
  return canCreate
    ? ok(name, `The account ${account} may migrate and is bound by row security.`)
    : failed(
        name,
        `The account ${account} may not create tables.`,
        'Make it the owner of its database.',
      )
}

export function judgeWritable(server: Pick<Server, 'isStandby' | 'isReadOnly'>): Finding {
  const name = 'database.writable'
  if (server.isStandby) {
    return failed(name, 'This server is a standby.', 'Point DATABASE_URL at the primary.')
  }
  return server.isReadOnly === 'on'
    ? failed(name, 'The database is read-only.', 'Set default_transaction_read_only = off.')
    : ok(name, 'The database takes writes.')
}

/** The rule of the start. An operator who accepts the loss is warned. */
export function judgeDurability(durability: Durability, acceptsLostCommits: boolean): Finding {
  const name = 'database.durability'
  const loss = findLossOfCommits(durability)
  if (loss) return (acceptsLostCommits ? warning : failed)(name, loss.what, loss.todo)
  return ok(
    name,
    durability.replicas > 0
      ? 'What is committed survives a power cut, and a failover to a replica that confirms commits.'
      : 'What is committed survives a power cut.',
  )
}

export function judgeConnections(
  { maxConnections, reserved }: Pick<Server, 'maxConnections' | 'reserved'>,
  processes: number,
): Finding {
  const name = 'database.connections'
  const needed = processes * CONNECTIONS_PER_PROCESS + SPARE_CONNECTIONS
  const available = maxConnections - reserved
  const what = `${processes} of our processes and an operator may open ${needed} connections; ${available} are to be had.`
  return needed <= available
    ? ok(name, what)
    : failed(name, what, `Set max_connections to ${needed + reserved} or more.`)
}

export function judgeEncryption({ isEncrypted }: Server, hostname: string): Finding {
  const name = 'database.encryption'
  if (isEncrypted) return ok(name, 'The connection is encrypted.')
  return isLocalName(hostname) || hostname === ''
    ? ok(name, 'The database is on this machine.')
    : warning(
        name,
        'The connection is not encrypted.',
        'Add ?sslmode=verify-full to DATABASE_URL unless the network is yours alone.',
      )
}

/** `aheadMs` says how far the other clock is ahead of this one. */
export function judgeClock(name: string, aheadMs: number, of = 'the database'): Finding {
  const seconds = Math.abs(aheadMs) / 1000
  const what = `The clocks of this machine and of ${of} differ by ${seconds.toFixed(1)} s.`
  const todo = 'Keep both by NTP.'
  if (seconds > CLOCK_FAILURE_SECONDS) return failed(name, what, todo)
  return seconds > CLOCK_WARNING_SECONDS ? warning(name, what, todo) : ok(name, what)
}
