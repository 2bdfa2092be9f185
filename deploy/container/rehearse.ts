import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readStages, type Stage } from './stages.ts'

/**
 * Runs the steps of the container file without a container, in folders: for machines that have no
 * Docker. `node deploy/container/rehearse.ts` builds from the last commit, starts the result as
 * another account than the owner of its files, waits until its health check succeeds, and stops it.
 * With `DATABASE_URL` and what else production demands; `DEMO=1` and `APP_SECRET` are the least.
 */

const root = dirname(dirname(import.meta.dirname))
const place = mkdtempSync(join(tmpdir(), 'foyer-rehearsal-'))
const folderOf = (stage: string) => join(place, stage)
/** The account of the container file. Only root can start a process as another. */
const account = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}
const COPY = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true }
const say = (text: string) => process.stdout.write(`${text}\n`)

function run(command: string, args: readonly string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`It failed with ${status}: ${command} ${args.join(' ')}`)
}

/** The folder of a path in a stage, whose own root is that folder. */
const inStage = (stage: Stage, path: string): string =>
  path.startsWith('/')
    ? join(folderOf(stage.name), path)
    : join(folderOf(stage.name), stage.workdir, path)

function build(stage: Stage): void {
  const folder = folderOf(stage.name)
  mkdirSync(folder)
  if (stage.base !== null) {
    cpSync(folderOf(stage.base), folder, COPY)
  }
  mkdirSync(inStage(stage, '.'), { recursive: true })
  for (const step of stage.steps) {
    say(`${stage.name}: ${step.text}`)
    if (step.kind === 'run') {
      // Folders of the image's root are in the stage's folder here.
      const command = step.command.replaceAll(/(?<=\s)\/data/g, join(folder, 'data'))
      run('sh', ['-c', command], inStage(stage, '.'))
      continue
    }
    const isFolder = step.to.endsWith('/') || step.sources.length > 1
    for (const source of step.sources) {
      const from =
        step.from === null ? join(place, 'sources', source) : join(folderOf(step.from), source)
      const to = inStage(stage, step.to)
      cpSync(from, isFolder ? join(to, source.split('/').at(-1) ?? '') : to, COPY)
    }
  }
}

async function start(stage: Stage): Promise<void> {
  const cwd = inStage(stage, '.')
  const [program = 'node', ...args] = stage.entrypoint
  const env = {
    ...process.env,
    ...stage.env,
    FOYER_DATA: join(folderOf(stage.name), 'data'),
    HOST: '127.0.0.1',
    PORT: process.env.PORT ?? '3000',
  }
  const server = spawn(program, args, { cwd, env, stdio: 'inherit', ...account })
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve))
  const [checker = 'node', ...check] = stage.health
  const isHealthy = () => spawnSync(checker, check, { cwd, env, ...account }).status === 0
  while (server.exitCode === null && !isHealthy()) {
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
  say('The health check succeeds. Stopping it with SIGTERM.')
  server.kill('SIGTERM')
  say(`It ended with ${await ended}.`)
}

try {
  mkdirSync(join(place, 'sources'))
  // A container cannot read the files of this checkout's owner either.
  spawnSync('chmod', ['755', place])
  run('sh', ['-c', `git archive HEAD | tar -x -C "${join(place, 'sources')}"`], root)
  const stages = readStages(readFileSync(join(import.meta.dirname, 'Containerfile'), 'utf8'))
  for (const stage of stages) build(stage)
  const last = stages.at(-1)
  if (last) await start(last)
} finally {
  rmSync(place, { recursive: true, force: true })
}
