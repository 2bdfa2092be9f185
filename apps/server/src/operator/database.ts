import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '@foyer/db/embedded'
import { EnvError, readEnv } from '../env.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * `npm run database`: runs the embedded database alone, without a server and without migrations,
 * until Ctrl-C. Prints its address, so that pg_dump and psql can copy data out of it and into it.
 * Creates the database if it does not exist.
 */
try {
  const env = await readEnv(process.env, ROOT)
  if (env.databaseUrl) {
    throw new EnvError('DATABASE_URL is set: that database runs without Foyer, at its own address.')
  }
  await mkdir(env.dataDir, { recursive: true })
  const print = (text: string) => process.stderr.write(`${text}\n`)
  const database = await startEmbeddedPostgres({
    dataDir: join(env.dataDir, 'postgres'),
    onProgress: print,
    onLost: (error) => {
      print(error.message)
      process.exit(2)
    },
  })
  process.stdout.write(`${database.url}\n`)
  print('Ctrl-C stops it.')
  const stayAlive = setInterval(() => {}, 3_600_000)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(stayAlive)
  await database.stop()
} catch (error) {
  const isTold = error instanceof EnvError || error instanceof EmbeddedPostgresError
  const text = isTold ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`The database could not be started.\n${text}\n`)
  process.exitCode = 2
}
