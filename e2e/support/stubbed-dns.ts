import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Sets what the program's look at the DNS finds (`harness/stubbed-dns.mjs`):
 * `{ 'TXT example.com': ['v=spf1 -all'] }`. Each record has a file of its own, because tests of other
 * processes set theirs at the same time.
 */
export async function setDns(records: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const folder = process.env.FOYER_E2E_DNS
  if (!folder)
    throw new Error('FOYER_E2E_DNS is not set: run the tests through playwright.config.ts')
  await mkdir(folder, { recursive: true })
  for (const [question, answer] of Object.entries(records)) {
    const file = join(folder, encodeURIComponent(question))
    // The program may read at any moment, and must not find half a file.
    await writeFile(`${file}.part`, JSON.stringify(answer))
    await rename(`${file}.part`, file)
  }
}
