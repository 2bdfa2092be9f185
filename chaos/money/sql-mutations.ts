/** Fails loudly once the product says it otherwise: a control must not pass for having no effect. */
function swap(text: string, part: string, instead: string): string {
  if (!text.includes(part)) throw new Error(`Nothing to take away: no '${part}' in ${text}`)
  return text.replace(part, instead)
}

/** What controls take away from a server, by what it then lacks: statements are changed on their way. */
export const SQL_MUTATIONS: Record<string, (text: string, name?: string) => string> = {
  'the reconciler': (text) => {
    if (text.includes('update payments set attempts')) {
      return swap(text, "state in ('created', 'open')", 'false')
    }
    if (text.includes('update provider_watermarks'))
      return swap(text, 'where kind', 'where not true and kind')
    return text
  },
  // The call that comes back reads it before it asks the lane, and the lane behind its lock.
  'the memory of what a payment became': (text, name) => {
    if (text.includes('payment_of_intent')) {
      return swap(text, 'o.payment_id = payments.id)', 'o.payment_id = payments.id and false)')
    }
    return name === 'lane_read_payments'
      ? swap(text, 'o.payment_id = p.id limit 1)', 'o.payment_id = p.id and false)')
      : text
  },
}
