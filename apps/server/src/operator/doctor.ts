import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { EmbeddedPostgresError, visitEmbeddedPostgres } from '@foyer/db/embedded'
import { type Env, EnvError, readEnv } from '../env.ts'
import { checkEnvironment } from './doctor/environment.ts'
import { examine } from './doctor/examine.ts'
import { type Finding, failed, skipped } from './doctor/finding.ts'

/**
 * `npm run doctor`: checks a deployment from the environment to the proxies while the server runs,
 * and says what to do. Exit codes: 0; 1 if a check failed; 2 if it was called with wrong arguments.
 */

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const USAGE = 'npm run doctor -- [--processes <servers that share the database>] [--json]'

const WORDS: Readonly<Record<Finding['status'], string>> = {
  ok: 'OK',
  warning: 'WARNING',
  failed: 'FAILED',
  skipped: 'skipped',
}

async function findAll(processes: number): Promise<Finding[]> {
  const variables = Object.fromEntries(
    Object.entries(process.env).filter(([, value]) => value !== ''),
  )
  let env: Env
  try {
    env = await readEnv(process.env, ROOT)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return [
      ...checkEnvironment(variables, error.message),
      skipped('deployment', 'The rest can be looked at once the variables are right.'),
    ]
  }
  const visited = await visit(env)
  if (visited instanceof EmbeddedPostgresError) {
    return [
      ...checkEnvironment(variables, null),
      failed('database.reachable', visited.message, 'Start Foyer, or set DATABASE_URL.'),
    ]
  }
  try {
    return await examine({ variables, env, databaseUrl: visited.url, processes })
  } finally {
    await visited.stop()
  }
}

async function visit(env: Env) {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} }
  return visitEmbeddedPostgres(join(env.dataDir, 'postgres')).catch((error: unknown) => {
    if (error instanceof EmbeddedPostgresError) return error
    throw error
  })
}

function present(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings
    .map(({ name, status, what, todo }) => {
      const line = `${WORDS[status].padEnd(7)}  ${name.padEnd(width)}  ${what}\n`
      return todo ? `${line}${' '.repeat(width + 11)}-> ${todo}\n` : line
    })
    .join('')
}

function readArguments(): { processes: number; isJson: boolean } | null {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        processes: { type: 'string', default: '1' },
      },
    })
    const processes = Number(values.processes)
    const isNumber = Number.isSafeInteger(processes) && processes > 0
    return isNumber ? { processes, isJson: values.json } : null
  } catch {
    return null
  }
}

const wanted = readArguments()
if (wanted) {
  const findings = await findAll(wanted.processes)
  const hasFailed = findings.some(({ status }) => status === 'failed')
  process.stdout.write(
    wanted.isJson
      ? `${JSON.stringify({ ok: !hasFailed, findings }, null, 2)}\n`
      : `${present(findings)}${hasFailed ? 'This deployment is not fit to sell.' : 'This deployment is fit to sell.'}\n`,
  )
  process.exitCode = hasFailed ? 1 : 0
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
}
