import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

/** With what mails are signed (RFC 6376); the public half is a record of the domain's DNS. */
export interface Dkim {
  /** Signs: the platform's domain, also for mails that come from an organizer's address. */
  domain: string
  /** Names the record: '<selector>._domainkey.<domain>'. */
  selector: string
  /** PEM. */
  privateKey: string
}

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

export const dkimVariables = {
  DKIM_DOMAIN: z.optional(
    z.string().check(z.regex(NAME, { error: 'must be a domain like example.com' })),
  ),
  DKIM_SELECTOR: z.optional(
    z.string().check(z.regex(NAME, { error: 'must be a name like foyer2026' })),
  ),
  DKIM_KEY: z.optional(z.string()),
}

/** Reads the key, a file relative to `root`. What is wrong is added to `problems`. */
export async function readDkim(
  env: Partial<Record<keyof typeof dkimVariables, string>>,
  root: string,
  problems: string[],
): Promise<Dkim | null> {
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: file } = env
  if (!domain || !selector || !file) {
    if (domain || selector || file) {
      problems.push('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY go together: set all or none')
    }
    return null
  }
  try {
    const privateKey = await readFile(resolve(root, file), 'utf8')
    if (createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') {
      problems.push('DKIM_KEY must name an RSA key, the one kind that all receivers check')
    }
    return { domain, selector, privateKey }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    problems.push(`DKIM_KEY must name a file with a private key (PEM): ${reason}`)
    return null
  }
}
