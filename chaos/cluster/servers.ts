import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Layout } from '../../deploy/cluster/layout.ts'
import { FoyerProcess } from '../foyer-process.ts'

const READY_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 100

export interface Servers {
  web: readonly FoyerProcess[]
  jobs: FoyerProcess
  /** Resolves once buyers are led to both web processes, each of which is ready. */
  untilReady(): Promise<void>
  /** Processes that ended by themselves since the last call. */
  takeCrashes(): string[]
}

/** Starts two web processes and one jobs process on the ports that HAProxy looks at. */
export async function startWebAndJobs(
  started: AsyncDisposableStack,
  layout: Layout,
  folder: string,
  variables: Record<string, string>,
  databaseUrl: string,
): Promise<Servers> {
  let crashes: string[] = []
  const start = (name: string, port: number, role: string) => {
    const options = {
      port,
      databaseUrl,
      dataDir: join(folder, name),
      logFile: join(folder, `${name}.log`),
      variables: { ...variables, ROLE: role },
    }
    const server = new FoyerProcess(options, (text) => crashes.push(`${name}: ${text}`))
    started.defer(() => server.close())
    return server
  }
  const web = layout.webPorts.map((port, index) => start(`web-${index + 1}`, port, 'web'))
  const jobs = start('jobs', layout.jobsPort, 'jobs')
  const addresses = [...web, jobs].map(({ url }) => url)
  const shop = `http://127.0.0.1:${layout.httpPort}`

  async function untilReady(): Promise<void> {
    const giveUpAt = performance.now() + READY_WITHIN_MS
    for (const url of [...addresses, shop]) {
      while (!(await isReady(url))) {
        if (performance.now() > giveUpAt) throw new Error(`${url} is not ready: see ${folder}`)
        await delay(LOOK_EVERY_MS)
      }
    }
  }
  await untilReady()
  return {
    web,
    jobs,
    untilReady,
    takeCrashes() {
      const taken = crashes
      crashes = []
      return taken
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
