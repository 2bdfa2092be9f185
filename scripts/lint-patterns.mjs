// `npm run lint`, second half: no regular expression may take more than linear time, whoever sends what
// it reads. Biome has no such rule. Names files as arguments, or reads all of apps and packages.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, runMain } from './lib/console.mjs'
import { root } from './lib/run.mjs'
import { patternsIn, whySlow } from './lib/slow-patterns.mjs'

/** Unbounded repeats within one another that can be read in one way only, and why. */
const LINEAR = new Map([
  [
    String.raw`^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$`,
    'each stroke begins with M, and each of its lines with L',
  ],
])

const ADVICE =
  'Bound the repeats ({0,40}), begin with what must stand there, or read the text with indexOf.'

await runMain(async () => {
  const named = process.argv.slice(2)
  const files = named.length > 0 ? named : globSync('{apps,packages}/**/*.{ts,tsx}', { cwd: root })
  const problems = files.filter(isShipped).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return patternsIn(source, { isJsx: file.endsWith('x') }).flatMap(({ pattern, flags }) => {
      const reason = LINEAR.has(pattern) ? null : whySlow(pattern, flags)
      return reason ? [`${file}: /${pattern}/${flags} ${reason}`] : []
    })
  })
  if (problems.length > 0) throw new Failure(`${problems.join('\n')}\n\n${ADVICE}`)
})

function isShipped(file) {
  return (
    /^(apps|packages)\/.*\.tsx?$/.test(file) &&
    !/(\/(test|dist|node_modules)\/|\.(test|d)\.tsx?$|^packages\/(testkit|payments-emulator)\/)/.test(
      file,
    )
  )
}
