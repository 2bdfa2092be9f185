import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CLAIMS, type Claim, isSample, isShown } from '../src/claims/index.ts'
import { problemWith, readRepository, repository } from './named-tests.ts'

const claims = [...CLAIMS.values()].flat()

/** The list of the guides that the server shows. */
const GUIDES = readRepository('apps/server/src/features/documentation/guides.ts')

const isPage = (address: string): boolean =>
  address === '/status' || GUIDES.includes(`guide('${address.replace('/documentation/', '')}',`)

/** What is wrong with the proof of a claim; empty if it can be looked up. */
function problemsWith({ proof }: Claim): string[] {
  if (!proof || proof.kind === 'sample') return []
  if (!isPage(proof.readMore)) return [`there is no page ${proof.readMore}`]
  if (proof.kind === 'tests') {
    if (proof.tests.length === 0) return ['names no test']
    return proof.tests.flatMap((reference) => problemWith(reference) ?? [])
  }
  const { document, command, quote } = proof
  if (!existsSync(new URL(document, repository))) return [`there is no ${document}`]
  const script = /^npm run (\S+)$/.exec(command)?.[1]
  const scripts: unknown = JSON.parse(readRepository('package.json')).scripts
  const isCommand = script && typeof scripts === 'object' && scripts && script in scripts
  return [
    isCommand ? [] : `there is no command '${command}'`,
    readRepository(document).includes(quote) ? [] : `${document} does not say '${quote}'`,
  ].flat()
}

const EVIDENCE = {
  tests: 'tests',
  figure: 'figure',
  sample: 'sample, until customers give a figure of their own',
}

function rowOf({ text, proof }: Claim): string {
  const shown = !proof ? 'no' : proof.kind === 'sample' ? 'as a sample' : 'yes'
  const evidence = !proof
    ? 'none yet'
    : proof.kind === 'tests'
      ? proof.tests.map((reference) => `\`${reference}\``).join('<br>')
      : proof.kind === 'figure'
        ? `\`${proof.command}\`, [${proof.document}](${proof.document.replace('docs/', '')})`
        : EVIDENCE.sample
  const more = proof && proof.kind !== 'sample' ? `\`${proof.readMore}\`` : ''
  return `| ${text} | ${shown} | ${evidence} | ${more} |`
}

const page = [
  '# What the landing page claims, and what proves it',
  'The rows are those of `packages/domain/src/claims`, from which the page at `/landing` is drawn. It shows a claim if tests or a measured figure prove it, and links it to the page that says more. Figures that only customers can give, and the testimonials, are marked as samples. A claim without a proof is not shown; it appears once a change gives its row a proof.',
  '`npx vitest run packages/domain/test/claims.test.ts -u` writes this file. Without `-u` the same test fails if the file is out of date, or if a row names a test, a command or a figure that does not exist.',
  ...[...CLAIMS].flatMap(([section, rows]) => [
    `## ${section}`,
    ['| Claim | Shown | Proof | Read more |', '|---|---|---|---|', ...rows.map(rowOf)].join('\n'),
  ]),
].join('\n\n')

test.each(claims)('what proves the claim exists: $text', (claim) => {
  expect(problemsWith(claim)).toEqual([])
})

test('docs/claims.md has the rows from which the landing page is drawn', async () => {
  await expect(`${page}\n`).toMatchFileSnapshot('../../../docs/claims.md')
})

describe('a claim', () => {
  const row = (proof: Claim['proof']): Claim => ({ text: 'It flies', proof })

  test('is shown only with a proof, and is a sample only if it says so', () => {
    const readMore = '/status'
    const proven = row({ kind: 'tests', tests: ['a.test.ts › it flies'], readMore })
    expect([proven, row(null), row({ kind: 'sample' })].map(isShown)).toEqual([true, false, true])
    expect([proven, row(null), row({ kind: 'sample' })].map(isSample)).toEqual([false, false, true])
  })

  test('that leads to a page that does not exist is found, as a control', () => {
    const { proof } = claims[0] ?? row(null)
    const tests = proof?.kind === 'tests' ? proof.tests : []
    const leadingTo = (readMore: string) => problemsWith(row({ kind: 'tests', tests, readMore }))
    expect(leadingTo('/documentation/locking')).toEqual([])
    expect(leadingTo('/documentation/flying')).toHaveLength(1)
  })

  test('that names a test, a command or a figure that does not exist is found, as a control', () => {
    const readMore = '/status'
    const document = 'docs/performance.md'
    expect(problemsWith(row({ kind: 'tests', tests: [], readMore }))).toHaveLength(1)
    expect(
      problemsWith(
        row({ kind: 'tests', tests: ['e2e/tests/landing.spec.ts › it flies'], readMore }),
      ),
    ).toHaveLength(1)
    expect(
      problemsWith(
        row({ kind: 'figure', command: 'npm run fly', document, quote: 'it flies', readMore }),
      ),
    ).toHaveLength(2)
  })
})
