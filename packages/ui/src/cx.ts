/** Joins class names; anything falsy drops out, so conditions can stand inline. */
export function cx(...names: ReadonlyArray<string | false | null | undefined>): string {
  return names.filter(Boolean).join(' ')
}
