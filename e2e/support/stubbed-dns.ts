import { rename, writeFile } from 'node:fs/promises'

/**
 * Sets what the program's look at the DNS finds (`harness/stubbed-dns.mjs`), in place of what another
 * call set: `{ 'TXT example.com': ['v=spf1 -all'] }`.
 */
export async function setDns(records: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const file = process.env.FOYER_E2E_DNS
  if (!file) throw new Error('FOYER_E2E_DNS is not set: run the tests through playwright.config.ts')
  // The program may read at any moment, and must not find half a file.
  await writeFile(`${file}.part`, JSON.stringify(records))
  await rename(`${file}.part`, file)
}
