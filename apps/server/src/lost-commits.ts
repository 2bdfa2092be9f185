import { findLossOfCommits, readDurability } from '@foyer/db'
import pg from 'pg'
import type { Env } from './env.ts'

/**
 * Why a server in production must not start on this database, in one sentence: it can lose what buyers
 * were told is theirs. Null if it cannot, or if the operator accepts it.
 */
export async function problemOfLostCommits(
  url: string,
  { acceptsLostCommits }: Pick<Env, 'acceptsLostCommits'>,
): Promise<string | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const durability = await readDurability(client).finally(() => client.end())
  const loss = findLossOfCommits(durability)
  if (!loss || acceptsLostCommits) return null
  return `${loss.what} ${loss.todo} To start anyway, set ACCEPT_LOST_COMMITS=1.`
}
