import { fileURLToPath } from 'node:url'
import { startFoyer } from './harness/foyer.ts'

const LOG_FILE = fileURLToPath(new URL('test-results/server.log', import.meta.url))

/** Once a run: the real program, whose address and database the tests read from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const foyer = await startFoyer(LOG_FILE)
  process.env.FOYER_E2E_URL = foyer.url
  process.env.FOYER_E2E_DATABASE_URL = foyer.databaseUrl
  return foyer.stop
}
