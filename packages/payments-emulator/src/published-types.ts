import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** An answer as it came over the wire, and the SDK's name for what it should be. */
export interface Answer {
  type: string
  json: unknown
}

const MODULES = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

const CONFIG = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    typeRoots: [join(MODULES, '@types')],
    types: ['node'],
    paths: { stripe: [join(MODULES, 'stripe/esm/stripe.esm.node.d.ts')] },
  },
  files: ['answers.ts'],
}

/**
 * Checks answers against the types of the official SDK, which Stripe generates from its published
 * OpenAPI description (node_modules/stripe/OPENAPI_VERSION): as object literals in a file that the
 * compiler checks field by field, at any depth. A field that is missing, of another type or that
 * the description does not have is an error.
 *
 * @returns the compiler's complaints, one a line, each naming the line of its answer.
 */
export async function complaintsAbout(answers: readonly Answer[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payments-emulator-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lines = answers.map(
    ({ type, json }, index) => `export const answer${index}: ${type} = ${JSON.stringify(json)}`,
  )
  writeFileSync(
    join(folder, 'answers.ts'),
    ["import type Stripe from 'stripe'", ...lines].join('\n'),
  )
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  const output = await run(join(MODULES, '.bin/tsc'), ['-p', folder, '--pretty', 'false'])
  return output
    .split('\n')
    .filter((line) => line.startsWith('answers.ts') || line.includes('error'))
}

/** The output of a program, also if it fails: the compiler exits with 2 when it complains. */
function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd: args[1] }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}
