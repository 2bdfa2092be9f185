/** Throws if the product's SQL no longer contains `part`: a control without effect must not pass. */
function swap(text: string, part: string, instead: string): string {
  if (!text.includes(part)) throw new Error(`Nothing to take away: no '${part}' in ${text}`)
  return text.replace(part, instead)
}

/** The mutation that drops the account from calls to the provider; it is no change of SQL. */
export const DROP_ACCOUNTS = 'the account header'

/** The controls' changes of SQL statements, each named after the part that the server then lacks. */
export const SQL_MUTATIONS: Record<string, (text: string, name?: string) => string> = {
  'the reconciler': (text) => {
    if (text.includes('update payments set attempts')) {
      return swap(text, "state in ('created', 'open')", 'false')
    }
    if (text.includes('update provider_watermarks'))
      return swap(text, 'where kind', 'where not true and kind')
    return text
  },
  // What a server has claimed stays its own, also once it is dead.
  'the end of a lease': (text) =>
    text.includes('update session_disruptions set') && text.includes('as until')
      ? swap(text, 'next_attempt_at = clock_timestamp() +', "next_attempt_at = 'infinity' +")
      : text,
  // The row is read twice: before a repeated call enters the lane, and again by the lane once it
  // has locked the cart.
  'the memory of what a payment became': (text, name) => {
    if (text.includes('payment_of_intent')) {
      return swap(text, '"order_id" as', 'null::uuid as')
    }
    return name === 'lane_read_payments' ? swap(text, 'p.order_id as', 'null::uuid as') : text
  },
}
