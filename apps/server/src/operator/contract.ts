import { parseArgs } from 'node:util'
import { OperatorError, runCommand } from './command.ts'
import { CONTRACT_COMMAND, endUpgrade } from './end-upgrade.ts'

/**
 * `npm run contract`: ends an upgrade (docs/operations.md). Exit code 1: migrations wait for
 * `--all-are-new`.
 */

function readArguments() {
  try {
    return parseArgs({ options: { 'all-are-new': { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new OperatorError(
      `${error instanceof Error ? error.message : error}\n${CONTRACT_COMMAND}`,
    )
  }
}

await runCommand('The upgrade was not ended.', async (_, { databaseUrl }) => {
  const isSure = readArguments()['all-are-new']
  const print = (text: string) => process.stdout.write(`${text}\n`)
  if (databaseUrl) return endUpgrade(databaseUrl, { isSure, print })
  print('Nothing waits: with the embedded database, a start of Foyer runs all migrations.')
  return true
})
