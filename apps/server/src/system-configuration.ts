import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@foyer/db'
import {
  type Configuration,
  type ConfigValues,
  configurationOf,
  effectiveConfig,
  type Installation,
  isConfigKey,
} from '@foyer/domain'

/** What operators set for the whole installation. It is kept in memory: there are a handful of rows. */
export interface SystemConfiguration {
  current(): Configuration
  /** The values that variables have set, which take precedence. */
  environment: ConfigValues
  installation: Installation
  /** Calls back after a reload that found other values. */
  onChange(listener: () => void): void
  /** Reads the rows again; a job of every process does it each half second. */
  reload(): Promise<void>
}

/** Rows of the table as values by key. A row of a newer release, whose key is unknown here, is left out. */
export const storedValuesOf = (
  rows: readonly { config_key: string; config_value: string }[],
): ConfigValues =>
  Object.fromEntries(
    rows.flatMap(({ config_key: key, config_value: value }) =>
      isConfigKey(key) ? [[key, value]] : [],
    ),
  )

export async function loadSystemConfiguration(
  home: Pick<Database, 'registry'>,
  environment: ConfigValues,
  installation: Installation,
): Promise<SystemConfiguration> {
  const configurationFrom = (stored: ConfigValues) =>
    configurationOf((key) => effectiveConfig(key, { environment, stored }, installation).value)
  let values = configurationFrom({})
  const listeners: (() => void)[] = []
  async function read(): Promise<void> {
    const rows = await home.registry
      .selectFrom('system_configuration')
      .select(['config_key', 'config_value'])
      .execute()
    const found = configurationFrom(storedValuesOf(rows))
    if (isDeepStrictEqual(found, values)) return
    values = found
    for (const listener of listeners) listener()
  }
  let last: Promise<void> = Promise.resolve()
  /** One after the other: one that began before a write may not end after one that began behind it. */
  function reload(): Promise<void> {
    last = last.catch(() => {}).then(read)
    return last
  }
  await reload()
  return {
    current: () => values,
    environment,
    installation,
    onChange: (listener) => void listeners.push(listener),
    reload,
  }
}
