import { randomUUID } from 'node:crypto'

/** A person who works in the back office. */
export interface Colleague {
  name: string
  email: string
  password: string
}

/** A person with an address of their own. */
export function someColleague(name = 'Ada Lovelace'): Colleague {
  const email = `${name.split(' ')[0]?.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
  return { name, email, password: 'velvet ropes and brass lamps' }
}
