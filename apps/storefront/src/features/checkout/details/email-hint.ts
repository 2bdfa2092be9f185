/** The domains of most buyers' addresses; a domain that nearly equals one of them is probably mistyped. */
const COMMON_DOMAINS = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'aol.com',
  'live.com',
  'msn.com',
  'comcast.net',
  'proton.me',
  'protonmail.com',
  'googlemail.com',
  'gmx.com',
  'gmx.de',
  'web.de',
  'mail.com',
  'email.com',
  'ymail.com',
  'me.com',
  'mac.com',
  'yahoo.co.uk',
  'hotmail.co.uk',
] as const

/** 'ana@gmial.com' -> 'ana@gmail.com'; null if nothing looks mistyped. Only ever shown as a suggestion. */
export function suggestEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  if (at < 1) return null
  const domain = email
    .slice(at + 1)
    .trim()
    .toLowerCase()
  if (COMMON_DOMAINS.some((common) => common === domain) || isForeignDomain(domain)) return null
  const nearest = COMMON_DOMAINS.find((common) => distance(domain, common) === 1)
  // Two edits count only in long names: in a short one they make a different name.
  const near = nearest ?? COMMON_DOMAINS.find((c) => c.length >= 9 && distance(domain, c) === 2)
  return near ? `${email.slice(0, at)}@${near}` : null
}

/** 'hotmail.fr' exists in its country; 'gmail.co', '.cm' and '.om' are mistyped for '.com'. */
function isForeignDomain(domain: string): boolean {
  const ending = domain.slice(domain.lastIndexOf('.') + 1)
  return ending.length === 2 && !['co', 'cm', 'om'].includes(ending)
}

/** Edits between two short words; two swapped neighbours count as one (optimal string alignment). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
