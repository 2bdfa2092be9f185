import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readIfPresent, waitUntil } from '@foyer/db/embedded'
import { CommandError } from '@foyer/testkit/command'
import type { ClusterDatabase } from './database.ts'
import type { Folders } from './folders.ts'
import { HOST, type Layout } from './layout.ts'
import { Program } from './program.ts'

const SERVER = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const EMULATOR = fileURLToPath(
  new URL('../../packages/payments-emulator/src/main.ts', import.meta.url),
)
const EMULATOR_PREFIX = '/payments-emulator'
/** The first process seeds the demo. */
const READY_WITHIN_SECONDS = 180

/** Starts the emulator of the payment provider, two web processes and one jobs process. */
export async function startServers(
  started: AsyncDisposableStack,
  layout: Layout,
  { servers: folder }: Folders,
  database: ClusterDatabase,
): Promise<Program[]> {
  const keys = await openKeys(folder)
  const origin = `http://localhost:${layout.httpPort}`
  const start = async (name: string, args: string[], variables: Record<string, string>) => {
    const program = await Program.start({
      name,
      command: process.execPath,
      args,
      logFile: join(folder, `${name}.log`),
      account: undefined,
      list: database.list,
      variables,
    })
    started.defer(() => program.close())
    return program
  }
  const serve = (name: string, port: number, variables: Record<string, string>) =>
    start(name, [SERVER], {
      ...keys,
      PORT: String(port),
      HOST,
      DATABASE_URL: database.url,
      DATABASE_REPLICA_URL: database.replicaUrl,
      FOYER_DATA: folder,
      STRIPE_API_BASE: `http://${HOST}:${layout.paymentsPort}`,
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '1',
      ...variables,
    })

  const port = String(layout.paymentsPort)
  const storage = join(folder, 'payments-emulator.jsonl')
  const payments = await start(
    'payments',
    [
      EMULATOR,
      '--port',
      port,
      '--prefix',
      EMULATOR_PREFIX,
      '--redirects',
      '--storage',
      storage,
    ].concat('--webhook-url', `http://${HOST}:${layout.httpPort}/api/stripe/webhook`),
    keys,
  )
  const [firstPort, secondPort] = layout.webPorts
  // One process seeds the demo and tops it up; the others find it.
  const first = await serve('web-1', firstPort, { ROLE: 'web', DEMO: '1' })
  await untilReady(first, firstPort)
  const second = await serve('web-2', secondPort, { ROLE: 'web' })
  const jobs = await serve('jobs', layout.jobsPort, { ROLE: 'jobs' })
  await Promise.all([untilReady(second, secondPort), untilReady(jobs, layout.jobsPort)])
  return [payments, first, second, jobs]
}

/** Keys of the emulator, the same at every start, so that a payment that was begun can be finished. */
async function openKeys(folder: string): Promise<Record<string, string>> {
  const file = join(folder, 'payments-keys.json')
  const text = await readIfPresent(file)
  if (text !== undefined) return JSON.parse(text)
  const key = (prefix: string) => prefix + randomBytes(16).toString('hex')
  const keys = {
    STRIPE_SECRET_KEY: key('sk_test_'),
    STRIPE_PUBLISHABLE_KEY: key('pk_test_'),
    STRIPE_WEBHOOK_SECRET: key('whsec_'),
  }
  await writeFile(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

async function untilReady(program: Program, port: number): Promise<void> {
  const isReady = async () => {
    if (!program.isRunning) {
      throw new CommandError(`${program.name} has ended. Its log: ${program.logFile}`)
    }
    return fetch(`http://${HOST}:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  if (await waitUntil(isReady, READY_WITHIN_SECONDS)) return
  throw new CommandError(
    `${program.name} is not ready after ${READY_WITHIN_SECONDS} s. Its log: ${program.logFile}`,
  )
}
