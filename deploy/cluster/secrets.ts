import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfPresent } from '@foyer/db/embedded'
import { CommandError } from '@foyer/testkit/command'

export interface Secrets {
  superuserPassword: string
  replicationPassword: string
  /** Of the account that the servers use. */
  applicationPassword: string
}

/** What a cluster must have again when it is started again. */
interface Stored extends Secrets {
  firstPort: number
}

/**
 * The passwords of the cluster in `folder`, made when it is started for the first time.
 *
 * @throws CommandError if the cluster was made for other ports, which its data name
 */
export async function openSecrets(folder: string, firstPort: number): Promise<Secrets> {
  const file = join(folder, 'cluster.json')
  const text = await readIfPresent(file)
  if (text === undefined) {
    const made: Stored = {
      firstPort,
      superuserPassword: password(),
      replicationPassword: password(),
      applicationPassword: password(),
    }
    await writeFile(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' })
    return made
  }
  const stored: Stored = JSON.parse(text)
  if (stored.firstPort !== firstPort) {
    throw new CommandError(
      `The cluster in ${folder} was made for the ports from ${stored.firstPort} on. Start it with --port ${stored.firstPort}, or delete the folder to begin with an empty one.`,
    )
  }
  return stored
}

const password = () => randomBytes(18).toString('hex')
