/**
 * One attacker in a process of its own, at a low priority. Client and server share the machine's
 * cores here, unlike in production. With the low priority, honest buyers are slowed only by the
 * server's work for the attacker and not by the attacker's own.
 */
import { setPriority } from 'node:os'
import { ATTACKS } from '../index.ts'
import type { Tally, Target } from './attack.ts'

const LOW_PRIORITY = 5

const [, , kind, json = ''] = process.argv
const attack = ATTACKS.find((each) => each.kind === kind)
if (!attack) throw new Error(`There is no attack '${kind}'`)
const target: Target = JSON.parse(json)
setPriority(LOW_PRIORITY)

const stop = new AbortController()
const tally: Tally = {}
let attacking = Promise.resolve()
process.on('message', async (asked) => {
  if (asked === 'begin') {
    attacking = attack.attack(target, tally, stop.signal)
    return
  }
  stop.abort()
  await Promise.race([attacking, new Promise((resolve) => setTimeout(resolve, 2000))])
  process.send?.(tally, () => process.exit(0))
})
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
