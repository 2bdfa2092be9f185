// `npm run yardstick`: counts the repository's size and shape, and compares them with the aims.
// `npm run yardstick -- --list` also names the files that miss an aim. Exits with 1 if an aim is missed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from '@swc/core'
import { runMain } from './lib/console.mjs'
import { root } from './lib/run.mjs'

/** Product code: without tests, without programs that test, and without generated code. */
const PRODUCT = /^(apps|packages)\/[\w-]+\/(src|browser)\/.*\.tsx?$/
const HARNESS = /^(packages\/testkit|chaos|e2e\/(harness|support))\//
const GENERATED = new Set(['packages/db/src/schema.ts'])
const TEST =
  /(\.test\.tsx?$)|^(apps\/server\/test|apps\/storefront\/test|e2e|packages\/testkit|chaos)\//
/** The packages through which a call of the contract passes on the server. */
const SERVER_SIDE = /^(apps\/server|packages\/(domain|contract|db|mails))\//
const SMALL_LINES = 40

await runMain(() => {
  const files = readFiles()
  const product = files.filter(({ isProduct }) => isProduct)
  const rows = [
    ...linesPerFile(product),
    ...casts(product),
    comments(product),
    importsPerFile(product),
    testShare(product, files),
    oneImporter(product),
    ...endpoints(product, files),
  ]
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, value, aim, isMet, files: missing = [] } of rows) {
    console.log(`${isMet ? '  ' : '✗ '}${name.padEnd(width)}  ${value.padEnd(34)}  aim ${aim}`)
    if (process.argv.includes('--list') && !isMet)
      for (const file of missing) console.log(`      ${file}`)
  }
  console.log(`${product.length} product files, ${sum(product.map(({ lines }) => lines))} lines`)
  if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
})

/** Every TypeScript file of the repository with its counts. */
function readFiles() {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  return names
    .filter((name) => /\.tsx?$/.test(name) && !GENERATED.has(name))
    .map((name) => {
      const source = readFileSync(join(root, name), 'utf8')
      const isTest = TEST.test(name)
      const isProduct = PRODUCT.test(name) && !isTest && !HARNESS.test(name)
      return {
        name,
        source,
        lines: source.split('\n').length - 1,
        isTest,
        isProduct,
        ...(isProduct ? readSyntax(name, source) : {}),
      }
    })
}

/** Casts, `any`s, imports and endpoints of a file. Specifiers of `import()` are listed separately. */
function readSyntax(name, source) {
  const found = { casts: 0, anys: 0, imports: [], lazyImports: [], endpoints: [] }
  /** Constants that endpoints spread, by whether they declare errors. */
  const shared = new Map()
  const isContract = name.startsWith('packages/contract/')
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    if (node.type === 'TsAsExpression' || node.type === 'TsTypeAssertion') found.casts += 1
    if (node.type === 'TsKeywordType' && node.kind === 'any') found.anys += 1
    if (/^(Import|ExportNamed|ExportAll)Declaration$/.test(node.type) && node.source) {
      found.imports.push(node.source.value)
    }
    if (node.type === 'VariableDeclarator' && isContract) {
      shared.set(node.id.value, declaresErrors(node.init?.expression ?? node.init, shared))
    }
    if (node.type === 'CallExpression') {
      const [first] = node.arguments
      if (node.callee.type === 'Import' && first?.expression.type === 'StringLiteral') {
        found.lazyImports.push(first.expression.value)
      }
      if (node.callee.value === 'endpoint' && isContract)
        found.endpoints.push(declaresErrors(first?.expression, shared))
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx: name.endsWith('.tsx') }).body)
  return found
}

function declaresErrors(declaration, shared) {
  const declares = ({ key, arguments: spread }) =>
    key?.value === 'errors' || shared.get(spread?.value) === true
  return declaration?.properties?.some(declares) ?? false
}

function linesPerFile(product) {
  const lines = product.map((file) => file.lines)
  const row = (name, value, aim, isMet) => ({
    name: `lines per file, ${name}`,
    value: String(value),
    aim: `<= ${aim}`,
    isMet: isMet ?? value <= aim,
    files: product.filter((file) => file.lines > aim).map(({ name, lines }) => `${lines} ${name}`),
  })
  return [
    row('median', percentile(lines, 50), 60),
    row('p95', percentile(lines, 95), 250),
    row('max', Math.max(...lines), 400),
  ]
}

function casts(product) {
  const thousands = sum(product.map(({ lines }) => lines)) / 1000
  const rate = (count) => `${(count / thousands).toFixed(2)} (${count})`
  const anys = sum(product.map((file) => file.anys))
  const assertions = sum(product.map((file) => file.casts))
  return [
    { name: '`any` per 1,000 lines', value: rate(anys), aim: '0', isMet: anys === 0 },
    {
      name: '`as` per 1,000 lines',
      value: rate(assertions),
      aim: '<= 1',
      isMet: assertions / thousands <= 1,
    },
  ]
}

/** The share of lines that contain only a comment. */
function comments(product) {
  const isComment = (line) => /^\s*(\/\/|\/\*|\*|\{\/\*)/.test(line)
  const share =
    sum(product.map(({ source }) => source.split('\n').filter(isComment).length)) /
    sum(product.map(({ lines }) => lines))
  return {
    name: 'comment lines',
    value: percent(share),
    aim: '5 to 12 %',
    isMet: share >= 0.05 && share <= 0.12,
  }
}

function importsPerFile(product) {
  const p95 = percentile(
    product.map(({ imports }) => imports.length),
    95,
  )
  return {
    name: 'imports per file, p95',
    value: String(p95),
    aim: '<= 12',
    isMet: p95 <= 12,
    files: product
      .filter(({ imports }) => imports.length > 12)
      .map(({ name, imports }) => `${imports.length} ${name}`),
  }
}

/** Test lines per product line, without and with the programs and builders that only tests use. */
function testShare(product, files) {
  const source = sum(product.map(({ lines }) => lines))
  const tests = files.filter(({ isTest }) => isTest)
  const strict = tests.filter(({ name }) => !HARNESS.test(name))
  const shareOf = (some) => sum(some.map(({ lines }) => lines)) / source
  const share = shareOf(strict)
  return {
    name: 'test : source lines',
    value: `${share.toFixed(2)} (${shareOf(tests).toFixed(2)} with harness)`,
    aim: '>= 0.80',
    isMet: share >= 0.8,
  }
}

/** Small files of the apps that one product file imports and that no `import()` loads. */
function oneImporter(product) {
  const apps = product.filter(({ name }) => name.startsWith('apps/'))
  const names = new Set(apps.map(({ name }) => name))
  const importers = new Map(apps.map(({ name }) => [name, new Set()]))
  const lazy = new Set()
  for (const { name, imports, lazyImports } of apps) {
    for (const specifier of imports) importers.get(resolve(name, specifier, names))?.add(name)
    for (const specifier of lazyImports) lazy.add(resolve(name, specifier, names))
  }
  const small = apps.filter(
    ({ name, lines }) => lines < SMALL_LINES && importers.get(name).size === 1 && !lazy.has(name),
  )
  const share = small.length / apps.length
  return {
    name: `files < ${SMALL_LINES} lines with one importer, apps`,
    value: `${percent(share)} (${small.length} of ${apps.length})`,
    aim: '<= 10 %',
    isMet: share <= 0.1,
    files: small.map(({ name, lines }) => `${lines} ${name}`),
  }
}

/** The file that a relative specifier names; undefined for packages and other kinds of files. */
function resolve(from, specifier, names) {
  if (!specifier.startsWith('.')) return undefined
  const path = normalize(join(dirname(from), specifier))
  return [path, `${path}.ts`, `${path}.tsx`].find((name) => names.has(name))
}

/** Endpoints of the contract, and routes registered by hand such as pages and probes. */
function endpoints(product, files) {
  const declared = product.flatMap((file) => file.endpoints)
  const byHand = sum(
    files
      .filter(({ name, isProduct }) => isProduct && name.startsWith('apps/server/'))
      .map(({ source }) => source.match(/\bapp\.(get|post|put|delete|route|all)\(/g)?.length ?? 0),
  )
  const serverLines = sum(
    product.filter(({ name }) => SERVER_SIDE.test(name)).map(({ lines }) => lines),
  )
  const each = Math.round(serverLines / (declared.length + byHand))
  const withErrors = declared.filter(Boolean).length
  return [
    {
      name: 'lines per endpoint, server side',
      value: `${each} (${serverLines} / ${declared.length + byHand})`,
      aim: '<= 350',
      isMet: each <= 350,
    },
    {
      name: 'endpoints that declare errors',
      value: `${withErrors} of ${declared.length}`,
      aim: 'all',
      isMet: withErrors === declared.length,
    },
  ]
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

function percentile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.ceil((share / 100) * sorted.length) - 1]
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`
}
