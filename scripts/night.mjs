// `npm run night`: what `npm test` leaves out, in parts that can be run alone and resumed. A part that
// passed counts for the code that it ran on: neither a commit of documents alone voids it, nor one of
// tests that only other parts run.
// `npm run night -- cluster money` runs the named parts, `-- --again` also those that have passed,
// `-- --seed 7` another seed than the day's, `-- --list` nothing. Ends with a table of all parts, which
// it writes into docs/testing.md once all have passed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { Failure, runMain } from './lib/console.mjs'
import { ensurePrograms } from './lib/debian.mjs'
import { PARTS, TESTS } from './lib/night-parts.mjs'
import { prepareRun } from './lib/prepare.mjs'
import { root } from './lib/run.mjs'
import { runSteps } from './lib/steps.mjs'
import { readResults, summarize } from './lib/test-results.mjs'

const RESULTS = join(root, '.cache/night/results.json')
/** What `hashOf` knows, by path, time and size. */
const hashes = new Map()
const PAGE = join(root, 'docs/testing.md')
const TABLE = { begin: '<!-- night: begin -->', end: '<!-- night: end -->' }

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      seed: { type: 'string', default: new Date().toISOString().slice(0, 10).replaceAll('-', '') },
    },
  })
  const chosen = chooseParts(positionals)
  const results = openResults()
  for (const part of values.list ? [] : chosen) {
    if (!values.again && results[part.name]?.outcome === 'passed') continue
    const code = codeFingerprint(part)
    results[part.name] = { ...(await runPart(part, values.seed)), code }
    save(results)
  }
  const table = tableOf(results)
  console.log(`\n${table}`)
  const failed = chosen.filter(({ name }) => results[name]?.outcome === 'failed')
  for (const { name } of failed) {
    console.log(`\nFAILED ${name}: ${results[name].problem}`)
    console.log(`  again: ${results[name].again}`)
  }
  if (PARTS.every(({ name }) => results[name]?.outcome === 'passed')) keepTable(table)
  if (failed.length > 0) throw new Failure(`npm run night failed: ${failed.length} parts.`)
})

function chooseParts(names) {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name))
  if (unknown) {
    const known = PARTS.map(({ name }) => name).join(', ')
    throw new Failure(`There is no part "${unknown}". The parts are: ${known}.`)
  }
  return PARTS.filter(({ name }) => names.length === 0 || names.includes(name))
}

async function runPart({ name, minutes, steps, needsBrowser = false, programs = {} }, seed) {
  console.log(`\n══ ${name} (at most ${minutes} minutes, seed ${seed})`)
  const startedAt = performance.now()
  const commit = git('rev-parse', '--short', 'HEAD')
  const { env, reports } = await prepareRun(`night-${name}`, { needsBrowser })
  await ensurePrograms(programs, env)
  const failures = await runSteps(
    steps(seed).map((step) => ({ minutes, ...step })),
    // Each program that the parts start reads its seed from here if its command names none.
    { env: { ...env, NIGHT: '1', MODEL_SEED: seed }, cores: availableParallelism() },
  )
  const results = readResults(reports)
  const { text, problem, retried } = summarize(results)
  if (results.unit.length + results.browser.length > 0) console.log(text)
  if (problem) failures.push(problem)
  return {
    outcome: failures.length === 0 ? 'passed' : 'failed',
    problem: failures.join('; '),
    seconds: Math.round((performance.now() - startedAt) / 1000),
    tests: [...results.unit, ...results.browser].reduce((sum, { tests }) => sum + tests.length, 0),
    retried,
    seed,
    commit,
    date: new Date().toISOString().slice(0, 10),
    again: `npm run night -- ${name} --again --seed ${seed}`,
  }
}

/** The results that count for the present code, by the parts' names. */
function openResults() {
  const kept = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
  const present = PARTS.filter((part) => kept[part.name]?.code === codeFingerprint(part))
  return Object.fromEntries(present.map(({ name }) => [name, kept[name]]))
}

function save(results) {
  mkdirSync(dirname(RESULTS), { recursive: true })
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

/** A hash of every file of the checkout but documents, and tests that only other parts run. */
function codeFingerprint({ tests }) {
  const ofOthers = Object.values(TESTS).filter((each) => each !== tests)
  const paths = git('ls-files', '--cached', '--others', '--exclude-standard')
    .split('\n')
    .filter((path) => !/(^docs\/|\.md$|^LICENSE$)/.test(path) && existsSync(join(root, path)))
    .filter((path) => tests.test(path) || !ofOthers.some((each) => each.test(path)))
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(path).update('\0').update(hashOf(path))
  return hash.digest('hex').slice(0, 16)
}

/** The parts share most files, so each is read once. */
function hashOf(path) {
  const { mtimeMs, size } = statSync(join(root, path))
  const key = `${path} ${mtimeMs} ${size}`
  const known = hashes.get(key)
  if (known) return known
  const hash = createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
  hashes.set(key, hash)
  return hash
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim()
}

function tableOf(results) {
  const rows = PARTS.map(({ name, shows }) => {
    const result = results[name]
    if (!result) return `| ${name} | ${shows} | not run | | | |`
    const { outcome, seconds, tests, retried, date, commit } = result
    const counted = tests > 0 ? `, ${tests} tests${retried > 0 ? `, ${retried} repeated` : ''}` : ''
    const minutes = (seconds / 60).toFixed(1)
    return `| ${name} | ${shows} | ${outcome}${counted} | ${minutes} min | ${date} | ${commit} |`
  })
  const total = PARTS.reduce((sum, { name }) => sum + (results[name]?.seconds ?? 0), 0)
  return [
    '| Part | What it shows | Outcome | Time | Date | Commit |',
    '|---|---|---|---|---|---|',
    ...rows,
    `| all | | | ${(total / 60).toFixed(0)} min | | |`,
  ].join('\n')
}

/** Keeps the table where people look for it. */
function keepTable(table) {
  const page = readFileSync(PAGE, 'utf8')
  const [before, rest] = page.split(TABLE.begin)
  const after = rest?.split(TABLE.end)[1]
  if (after === undefined)
    throw new Failure(`docs/testing.md has no place for the table (${TABLE.begin}).`)
  writeFileSync(PAGE, `${before}${TABLE.begin}\n\n${table}\n\n${TABLE.end}${after}`)
}
