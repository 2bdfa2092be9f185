/** A failure whose message is written for the person who started Foyer; it needs no stack trace. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
