import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Files that tests depend on without importing them: SQL, programs that tests start, documents that
 * tests read. Each pattern of changed files names the tests that they reach.
 *
 * @type {readonly (readonly [RegExp, RegExp])[]}
 */
const REACHED_WITHOUT_IMPORT = [
  [/^packages\/db\/(migrations|released)\//, /^(packages\/db|apps\/server\/(src|test))\//],
  [
    /^apps\/server\/src\/(operator|cells)\//,
    /\/(operator|doctor|cells|erase|move)[\w-]*\.test\.ts$/,
  ],
  [/^apps\/server\/src\/audit\//, /\/audit[\w-]*\.test\.ts$/],
  [
    /^apps\/server\/src\/(main|env[\w-]*|worker-main)\.ts$/,
    /\/(operator|demo-in-production|tracing|pictures)[\w-]*\.test\.ts$/,
  ],
  [/^apps\/server\/src\/demo\//, /\/demo[\w-]*\.test\.ts$/],
  [/^packages\/db\/src\/embedded\//, /^packages\/db\/src\/embedded\//],
  [
    /^packages\/payments-emulator\/src\//,
    /^packages\/payments-emulator\/src\/(main|store\/kill)\.test\.ts$/,
  ],
  [
    /^docs\//,
    /^(packages\/domain\/test|apps\/server\/test\/(documentation|documents|personal-columns))/,
  ],
  [
    /\.(css|json|ya?ml|html)$/,
    /^(deploy\/checks|apps\/storefront\/src\/features\/catalog\/list\/category-colours)/,
  ],
]

/** Beyond this number of imports, the words that a change and a test share say more than the distance. */
const NEAR = 2

/**
 * The tests that changed files reach, nearest first: those that import them directly or through few
 * others, then those that speak of the same things, the ones with rare words first.
 *
 * @param {readonly string[]} changed paths in the repository
 * @param {ReadonlyMap<string, readonly string[]>} importers the files that import a file
 * @param {{ changedText: string, textOf?: (path: string) => string }} options `changedText` is what
 *   was changed, whose words are compared with those of the tests
 * @returns {string[]}
 */
export function testsReached(changed, importers, { changedText, textOf }) {
  const distances = distancesFrom(changed, importers)
  const tests = new Map([...distances].filter(([path]) => isTest(path)))
  const all = [...importers.keys()].filter(isTest)
  for (const [from, to] of REACHED_WITHOUT_IMPORT) {
    if (!changed.some((path) => from.test(path))) continue
    for (const test of all) if (to.test(test) && !tests.has(test)) tests.set(test, NEAR + 1)
  }
  const likeness = likenessTo(`${changed.join(' ')} ${changedText}`, [...tests.keys()], textOf)
  const rank = (path) => Math.min(tests.get(path), NEAR + 1)
  return [...tests.keys()].sort((a, b) => rank(a) - rank(b) || likeness(b) - likeness(a))
}

const isTest = (path) => /\.test\.(tsx?|mjs)$/.test(path)

function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((path) => [path, 0]))
  for (const [path, distance] of distances) {
    for (const importer of importers.get(path) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  return distances
}

/** How alike a test and a change are: each word of the change counts by how few tests have it. */
function likenessTo(text, tests, textOf = () => '') {
  const words = wordsOf(text)
  const wordsOfTests = new Map(tests.map((path) => [path, wordsOf(`${path} ${textOf(path)}`)]))
  const weights = new Map(
    [...words].map((word) => {
      const having = [...wordsOfTests.values()].filter((others) => others.has(word)).length
      return [word, having === 0 ? 0 : Math.log((tests.length + 1) / having)]
    }),
  )
  return (path) => {
    const its = wordsOfTests.get(path)
    const inName = wordsOf(path)
    let sum = 0
    for (const [word, weight] of weights) {
      // A test is named after what it is about.
      if (its.has(word)) sum += inName.has(word) ? 4 * weight : weight
    }
    return sum / Math.sqrt(its.size)
  }
}

/** Its words in lower case and without the ending of a plural; those of one or two letters are left out. */
const wordsOf = (text) =>
  new Set(
    (text.match(/[A-Z]?[a-z]+/g) ?? [])
      .map((word) => word.toLowerCase().replace(/s$/, ''))
      .filter((word) => word.length > 2),
  )

/** The files that import each file, from the report of dependency-cruiser; every file has an entry. */
export function importersIn({ modules }) {
  return new Map(modules.map(({ source, dependents }) => [source, dependents]))
}

export const readText = (root) => (path) => readFileSync(join(root, path), 'utf8')
