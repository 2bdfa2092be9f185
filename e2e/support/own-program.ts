import { createHash, randomUUID } from 'node:crypto'
import { administer, urlOf } from '@foyer/testkit/cluster'
import { until } from '@foyer/testkit/until'
import { APP_SECRET } from '../harness/app-secret.ts'
import { makeDataFolder, type Started, startProgram, takePort } from '../harness/program.ts'
import { World } from './world.ts'

/** A program for one test, in a database of its own beside that of all other tests. */
export interface OwnProgram {
  url: string
  world: World
  /** Calls the payment provider's emulator with the secret key; with a form it is a POST. */
  askProvider(path: string, form?: Record<string, string>, account?: string): Promise<unknown>
  stop(): Promise<void>
}

export async function startOwnProgram(variables: Record<string, string>): Promise<OwnProgram> {
  const cluster = process.env.FOYER_E2E_DATABASE_URL ?? ''
  const database = `foyer_test_own_${randomUUID().slice(0, 8)}`
  const databaseUrl = urlOf(cluster, database)
  await administer(cluster, `create database ${database}`)
  const data = await makeDataFolder()
  const { port, free } = await takePort()
  await free()
  const program: Started = startProgram({
    PORT: String(port),
    FOYER_DATA: data.path,
    DATABASE_URL: databaseUrl,
    APP_SECRET,
    // To seed it, and to draw its pictures, would take longer than the test.
    DEMO: '0',
    ...variables,
  })
  await program.opened
  const world = new World(databaseUrl)
  const url = `http://localhost:${port}`
  // The host of the program belongs to a shop, as in the demo.
  await world.defaultTenant()
  await until(
    () => fetch(`${url}/api/tenant`),
    ({ ok }) => ok,
  )
  return {
    url,
    world,
    askProvider: (path, form, account) => ask(`${url}/payments-emulator/${path}`, form, account),
    async stop() {
      program.process.kill('SIGTERM')
      await program.ended
      await world.close()
      await administer(cluster, `drop database if exists ${database} with (force)`)
      await data.remove()
    },
  }
}

// The emulator's key is derived from APP_SECRET (apps/server/src/adapters/emulated-provider.ts).
const SECRET_KEY = `sk_test_${createHash('sha256').update(`secret/${APP_SECRET}`).digest('hex').slice(0, 32)}`

async function ask(
  url: string,
  form: Record<string, string> | undefined,
  account: string | undefined,
): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      ...(account ? { 'stripe-account': account } : {}),
    },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
