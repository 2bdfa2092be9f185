import { CONFIG_KEYS, CONFIG_SOURCES } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPERATOR, OPERATOR_ERRORS, RECENT_OPERATOR, RECENT_OPERATOR_ERRORS } from './access.ts'
import { endpoint } from './endpoint.ts'
import { text, version } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'

/** What operators set for the whole installation while it runs (`packages/domain/src/system-configuration.ts`). */

const configurationRow = z.object({
  configKey: z.enum(CONFIG_KEYS),
  /** The value that counts. */
  configValue: z.string(),
  description: z.string(),
  /** How a value is written; reads after the words 'Must be'. */
  form: z.string(),
  /** `environment`: the variable is set, and no other value counts before it is unset. */
  source: z.enum(CONFIG_SOURCES),
  variable: z.string(),
  /** What an operator has stored, also while the environment takes precedence; null: nothing. */
  stored: z.nullable(z.string()),
  defaultValue: z.string(),
  version,
})
export type ConfigurationRow = z.output<typeof configurationRow>

const PATH = '/api/platform/operator/configuration'
const base = { admission: 'finish', limits: BACK_OFFICE } as const

export const systemConfiguration = {
  getSystemConfiguration: endpoint({
    ...base,
    method: 'GET',
    path: PATH,
    access: OPERATOR,
    summary: 'What operators set for the whole installation, and where each value comes from',
    output: z.object({ configuration: z.array(configurationRow) }),
    errors: [...OPERATOR_ERRORS],
  }),
  setSystemConfiguration: endpoint({
    ...base,
    method: 'PUT',
    path: `${PATH}/:configKey`,
    access: RECENT_OPERATOR,
    summary: 'Sets a value for the whole installation; every process follows within a second',
    params: z.object({ configKey: z.enum(CONFIG_KEYS) }),
    body: z.object({
      /** Null: the default. */
      configValue: z.nullable(text(200)),
      version,
    }),
    output: configurationRow,
    errors: [
      ...RECENT_OPERATOR_ERRORS,
      'validation_failed',
      'set_in_environment',
      'changed_meanwhile',
    ],
  }),
} as const
