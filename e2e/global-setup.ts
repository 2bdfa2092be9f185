import { fileURLToPath } from 'node:url'
import { administer } from '@foyer/testkit/cluster'
import { startFoyer } from './harness/foyer.ts'
import { OWN_DOMAIN } from './support/own-domain.ts'

const LOG_FILE = fileURLToPath(new URL('test-results/server.log', import.meta.url))

/** Once per run: starts the real program, whose address and database tests read from the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const foyer = await startFoyer(LOG_FILE)
  await administer(
    foyer.databaseUrl,
    `insert into tenant_domains (tenant_id, host)
     select tenant_id, '${OWN_DOMAIN}' from tenants where slug = 'harbor'`,
  )
  process.env.FOYER_E2E_URL = foyer.url
  process.env.FOYER_E2E_DATABASE_URL = foyer.databaseUrl
  process.env.FOYER_E2E_DNS = foyer.dnsFolder
  return foyer.stop
}
