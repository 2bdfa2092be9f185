import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/**
 * Runs a program of the server to its end, as an operator starts it beside a running server: with
 * these variables and none of the test's own.
 */
export function runProgram(
  program: URL,
  args: readonly string[],
  variables: Record<string, string>,
): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...variables }
  return new Promise((resolve) => {
    const file = fileURLToPath(program)
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
    })
  })
}
