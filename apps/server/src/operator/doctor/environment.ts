import { type GivenVariables, missingInProduction } from '../../env-production.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/**
 * Checks the environment by the rules of the start. `problems` are those that the start would
 * report.
 */
export function checkEnvironment(given: GivenVariables, problems: string | null): Finding[] {
  const findings = [checkMode(given), checkVariables(given, problems)]
  findings.push(
    given.METRICS_TOKEN
      ? ok('environment.metrics', '/metrics answers a collector that has METRICS_TOKEN.')
      : warning(
          'environment.metrics',
          'Nobody can read /metrics in production, so no alarm can be raised.',
          'Set METRICS_TOKEN and let your collector send it as a bearer token.',
        ),
  )
  return findings
}

function checkMode({ NODE_ENV, DEMO }: GivenVariables): Finding {
  const name = 'environment.mode'
  if (NODE_ENV !== 'production') {
    return failed(
      name,
      `NODE_ENV is '${NODE_ENV || 'development'}': the local mailbox is open to everybody who reaches the server.`,
      'Set NODE_ENV=production.',
    )
  }
  if (DEMO === '1') {
    return warning(
      name,
      'DEMO=1: this deployment has demo organizers and coupons.',
      'Leave DEMO out to sell for real, on another database.',
    )
  }
  return ok(name, 'This is production.')
}

function checkVariables(given: GivenVariables, problems: string | null): Finding {
  const name = 'environment.variables'
  const missing = missingInProduction(given)
  if (problems === null && missing === null) return ok(name, 'All that production needs is set.')
  const complaints = new Set([...(problems?.split('\n') ?? []), ...(missing ? [missing] : [])])
  return failed(name, [...complaints].join(' '), 'Set them as the table in README.md says.')
}
