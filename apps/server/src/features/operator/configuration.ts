import {
  type ConfigurationRow,
  granted,
  type ResultOf,
  refused,
  type systemConfiguration,
} from '@foyer/contract'
import type { PlatformTx } from '@foyer/db'
import {
  CONFIG_KEYS,
  CONFIGURATION,
  type ConfigKey,
  type ConfigValues,
  defaultConfiguration,
  effectiveConfig,
  whyConfigRefused,
} from '@foyer/domain'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { invalidField } from '../../engine/refusals.ts'
import { changedSince, withVersion } from '../../engine/versions.ts'
import type { Call } from '../../http/endpoint.ts'
import { storedValuesOf } from '../../system-configuration.ts'
import { writeOperatorEntry } from './write-operator-entry.ts'

type Configuration = Context['configuration']

/** The configuration of the installation, as it is stored now. */
export async function getConfiguration({
  context: { home, configuration },
}: Call<typeof systemConfiguration.getSystemConfiguration>): Promise<
  ResultOf<typeof systemConfiguration.getSystemConfiguration>
> {
  const stored = await home.withPlatform(selectStored)
  const rows = CONFIG_KEYS.map((key) => presentRow(key, stored, configuration))
  return granted({ configuration: rows })
}

/**
 * Stores one value and writes the log of operators. This process uses it before the call is answered, the
 * others within a second.
 */
export async function setConfiguration({
  context: { home, configuration },
  principal: { session },
  params: { configKey: key },
  body: { configValue: value, version },
}: Call<typeof systemConfiguration.setSystemConfiguration>): Promise<
  ResultOf<typeof systemConfiguration.setSystemConfiguration>
> {
  const { variable, description } = CONFIGURATION[key]
  if (configuration.environment[key] !== undefined) {
    return refused(
      'set_in_environment',
      `${variable} is set where the server runs, and takes precedence. Nothing was changed. Unset it there to set the value here.`,
    )
  }
  const why = value === null ? null : whyConfigRefused(key, value, configuration.installation)
  if (why) return invalidField('configValue', why)
  const stored = await home.withPlatform(async (tx) => {
    // Two operators at once: the second reads what the first has stored.
    await sql`select pg_advisory_xact_lock(hashtext('system_configuration'))`.execute(tx)
    const present = await selectStored(tx)
    const refusal = changedSince(version, presentRow(key, present, configuration))
    if (refusal) return refusal
    if (value === null) {
      await tx.deleteFrom('system_configuration').where('config_key', '=', key).execute()
    } else {
      const row = { config_value: value, description, changed_at: sql<Date>`clock_timestamp()` }
      await tx
        .insertInto('system_configuration')
        .values({ config_key: key, ...row })
        .onConflict((conflict) => conflict.column('config_key').doUpdateSet(row))
        .execute()
    }
    await writeOperatorEntry(tx, {
      personId: session.personId,
      action: 'configuration.changed',
      tenantId: null,
      entityName: key,
      before: { configValue: present[key] ?? null },
      after: { configValue: value },
    })
    return granted({ ...present, [key]: value ?? undefined })
  })
  if (!stored.ok) return stored
  await configuration.reload()
  return granted(presentRow(key, stored.value, configuration))
}

async function selectStored(tx: PlatformTx): Promise<ConfigValues> {
  return storedValuesOf(
    await tx.selectFrom('system_configuration').select(['config_key', 'config_value']).execute(),
  )
}

function presentRow(
  key: ConfigKey,
  stored: ConfigValues,
  { environment, installation }: Configuration,
): ConfigurationRow {
  const { description, form, variable } = CONFIGURATION[key]
  const { value, source } = effectiveConfig(key, { environment, stored }, installation)
  return withVersion({
    configKey: key,
    configValue: value,
    description,
    form,
    source,
    variable,
    stored: stored[key] ?? null,
    defaultValue: defaultConfiguration(installation)[key],
  })
}
