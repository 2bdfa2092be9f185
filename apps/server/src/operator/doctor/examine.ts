import type pg from 'pg'
import { scrub } from '../../adapters/log.ts'
import { createSecrets } from '../../adapters/secrets.ts'
import type { Env } from '../../env.ts'
import type { GivenVariables } from '../../env-production.ts'
import { databaseTrouble } from '../database-trouble.ts'
import { checkCells } from './cells.ts'
import { checkDatabase, connect, unreachable } from './database.ts'
import { checkEnvironment } from './environment.ts'
import { type Finding, failed, ok } from './finding.ts'
import { checkMailServer } from './mail-server.ts'
import { checkProvider } from './provider.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkReplica } from './replica.ts'
import { reasonOf } from './send-request.ts'
import { checkBackups, checkDisk } from './storage.ts'

export interface Examined {
  /** The process's environment variables without the empty ones. */
  variables: GivenVariables
  env: Env
  /** The URL of the account that migrates. */
  databaseUrl: string
  /** How many servers share the database. */
  processes: number
  /** PEM of a certificate authority to trust instead of the system's, for tests. */
  ca?: string
}

/** The time for a group of checks; each group makes several network requests in sequence. */
const GROUP_TIMEOUT_MS = 60_000

/** Checks a whole deployment. Changes nothing except for one row, which says so. Never rejects. */
export async function examine(examined: Examined): Promise<Finding[]> {
  const { variables, env, ca } = examined
  const isHttps = env.publicUrl?.startsWith('https:') ?? false
  const groups = await Promise.all([
    guard('environment', async () => checkEnvironment(variables, null)),
    guard('database', () => checkTheDatabase(examined)),
    guard('cells', () => checkCells(examined)),
    guard('storage', () => checkDisk(env.dataDir, env.databaseUrl === null)),
    guard('provider', () => checkProvider({ ...env, ca })),
    guard('mail-server', () => checkMailServer(env.smtpUrl)),
    guard('public-address', () =>
      checkPublicAddress({
        publicUrl: env.publicUrl,
        secrets: createSecrets(env.appSecret),
        trustedProxies: env.trustedProxies ?? (isHttps ? 1 : 0),
        ca,
      }),
    ),
  ])
  return groups.flat().map((finding) => ({
    ...finding,
    what: scrub(finding.what),
    todo: finding.todo && scrub(finding.todo),
  }))
}

async function checkTheDatabase({ databaseUrl, env, processes }: Examined): Promise<Finding[]> {
  let client: pg.Client
  try {
    client = await connect(databaseUrl)
  } catch (error) {
    return [unreachable(error, databaseTrouble(error))]
  }
  try {
    return [
      ok('database.reachable', 'The database answers.'),
      ...(await checkDatabase(client, databaseUrl, { ...env, processes })),
      ...(env.databaseReplicaUrl ? [await checkReplica(client, env.databaseReplicaUrl)] : []),
      ...(await checkBackups(client, env.backupCheck)),
    ]
  } finally {
    await client.end()
  }
}

/** Turns a check that throws or hangs into a finding. */
async function guard(name: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  const unfinished = (reason: string) => [
    failed(name, `This could not be looked at: ${reason}.`, 'Run it again, and look at the log.'),
  ]
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(
      () => resolve(unfinished(`it took longer than ${GROUP_TIMEOUT_MS / 1000} s`)),
      GROUP_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return unfinished(reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
}
