import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { administer, openCluster, urlOf } from '@foyer/testkit/cluster'
import { CommandError } from '@foyer/testkit/command'
import { APP_SECRET } from './app-secret.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = join(ROOT, 'apps/storefront/dist/server/entry-server.js')
const STUBBED_DNS = new URL('stubbed-dns.mjs', import.meta.url).href
// Ends the program even if this process is killed.
const END_WITH_PARENT = new URL('../../scripts/lib/end-with-parent.mjs', import.meta.url).href

/** Long enough to seed the demo, with its pictures, on a machine that does other work as well. */
const START_SECONDS = 300
const STOP_SECONDS = 20

export interface RunningFoyer {
  /** 'http://localhost:PORT' */
  url: string
  /** An account without row security, for reading and preparing data behind the scenes. */
  databaseUrl: string
  /** What its look at the DNS finds (`support/stubbed-dns.ts`). */
  dnsFolder: string
  /** Asks the program to end, waits until it has ended, and drops its database. */
  stop(): Promise<void>
}

/**
 * Starts the program as `npm start` does, with the demo in a database of its own: in the cluster of
 * DATABASE_URL, otherwise in one made for this run. Its log goes to `logFile`. `variables` are further
 * settings of the program.
 */
export async function startFoyer(
  logFile: string,
  variables: Record<string, string> = {},
): Promise<RunningFoyer> {
  if (!existsSync(PAGES)) {
    throw new CommandError('The pages are not built. Run: node scripts/build.mjs')
  }
  const cluster = await openCluster(process.env.DATABASE_URL)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'))
  const database = `foyer_test_e2e_${randomUUID().slice(0, 8)}`
  const databaseUrl = urlOf(cluster.adminUrl, database)
  const tidyUp = async () => {
    await administer(cluster.adminUrl, `drop database if exists ${database} with (force)`)
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await administer(cluster.adminUrl, `create database ${database}`)
    const program = await launch(logFile, {
      PORT: process.env.FOYER_E2E_PORT ?? String(await freePort()),
      FOYER_DATA: folder,
      DATABASE_URL: databaseUrl,
      APP_SECRET,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      FOYER_E2E_DNS: join(folder, 'dns'),
      ...variables,
    })
    return {
      url: program.url,
      databaseUrl,
      dnsFolder: join(folder, 'dns'),
      stop: async () => {
        await endProgram(program.process).finally(tidyUp)
      },
    }
  } catch (error) {
    await tidyUp()
    throw error
  }
}

async function launch(logFile: string, variables: Record<string, string>) {
  await mkdir(dirname(logFile), { recursive: true })
  const log = createWriteStream(logFile)
  const program = spawn(
    process.execPath,
    ['--import', END_WITH_PARENT, '--import', STUBBED_DNS, 'apps/server/src/main.ts'],
    {
      cwd: ROOT,
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  program.stderr?.pipe(log)
  let output = ''
  program.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      program.kill('SIGKILL')
      reject(new Error(`Foyer did not start: ${reason}\n${output}`))
    }
    const timer = setTimeout(fail, START_SECONDS * 1000, `nothing within ${START_SECONDS} s`)
    program.once('error', ({ message }) => fail(message))
    program.once('exit', (code) => fail(`exit code ${code}`))
    program.stdout?.on('data', (chunk) => {
      output += chunk
      const address = /Foyer is open at (http:\S+)/.exec(output)?.[1]
      // Pictures that are still being made would change pages under a test, and take its processor.
      if (!address || !output.includes('The demo has its pictures')) return
      clearTimeout(timer)
      program.removeAllListeners('exit')
      resolve(address)
    })
  })
  return { process: program, url }
}

/** SIGTERM, as a service manager ends it; a program that does not end by itself is a bug. */
function endProgram(program: ChildProcess): Promise<void> {
  const how = program.exitCode ?? program.signalCode
  if (how !== null) return Promise.reject(new Error(`Foyer ended early, with ${how}`))
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      program.kill('SIGKILL')
      reject(new Error(`Foyer did not end within ${STOP_SECONDS} s of SIGTERM`))
    }, STOP_SECONDS * 1000)
    program.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`Foyer ended with exit code ${code}`))
    })
    program.kill('SIGTERM')
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
