import type { PlatformTx } from '@foyer/db'
import type { SecondFactor } from '@foyer/domain'

/** What a person has set up beside the password, the usual one first. */
export async function secondFactorsOf(tx: PlatformTx, personId: string): Promise<SecondFactor[]> {
  const count = (table: 'staff_passkeys' | 'staff_recovery_codes') =>
    tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow()
  const totp = await tx
    .selectFrom('staff_totp')
    .select('secret')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const passkeys = Number((await count('staff_passkeys')).count)
  const codes = Number((await count('staff_recovery_codes')).count)
  const factors: SecondFactor[] = [
    ...(totp?.secret ? (['totp'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
  return factors.length > 0 && codes > 0 ? [...factors, 'recovery_code'] : factors
}
