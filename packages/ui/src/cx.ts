/** Joins class names; falsy values are dropped, so conditions can be written inline. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}
