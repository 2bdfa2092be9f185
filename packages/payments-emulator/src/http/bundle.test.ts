import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext, Script } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundleScript } from './bundle.ts'

function moduleFiles(files: Record<string, string>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return pathToFileURL(join(folder, 'main.ts'))
}

describe('bundleScript', () => {
  it('makes one script of typed modules and keeps their names apart', () => {
    const main = moduleFiles({
      'main.ts': `import {\n  double,\n  type N,\n  secret as hidden,\n} from './math.ts'\nconst factor: N = 3\nObject.assign(globalThis, { answer: double(factor) + hidden })\n`,
      'math.ts': `import { factor } from './factor.ts'\nexport type N = number\nexport const secret = 36\nexport function double(n: N): N {\n  return n * factor\n}\n`,
      'factor.ts': 'export const factor: number = 2\n',
    })
    const context = { answer: 0 }
    runInNewContext(bundleScript(main), context)
    expect(context.answer).toBe(42)
  })

  it('refuses what it does not understand', () => {
    const main = moduleFiles({ 'main.ts': 'export default 1\n' })
    expect(() => bundleScript(main)).toThrow(/can't bundle "export default 1"/)
  })

  it('makes a script of the Stripe.js substitute that an engine can parse', () => {
    const text = bundleScript(new URL('../../browser/main.ts', import.meta.url))
    expect(() => new Script(text)).not.toThrow()
    expect(text).toContain('confirmPayment')
  })
})
