const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host is unknown',
  ETIMEDOUT: 'it does not answer',
  '57P03': 'it is just starting up or shutting down',
  '28P01': 'it refuses the password',
  '28000': 'it refuses the account',
  '3D000': 'it has no database of that name',
}

/**
 * Explains why a database cannot be used if a person can solve it; null if it is more likely a bug.
 */
export function databaseTrouble(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? null
}
