import { type ConfigurationRow, staffApi } from '@foyer/contract'
import { Badge, Button, Dialog, notify } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../data/client.ts'
import { queryClient } from '../../data/queries.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { Pending, PlatformPage } from './platform-page.tsx'
import { configurationQuery } from './platform-queries.ts'

const NAMES: Readonly<Record<ConfigurationRow['configKey'], string>> = {
  trialDays: 'Days of the trial',
  signUp: 'Sign-up',
  platformFeePercent: 'Platform fee, in percent',
  platformFeeFixed: 'Platform fee, in cents or smallest units',
  limitFactor: 'Factor of the limits',
}

/** What operators set for the whole installation, and what the environment has set. */
export function ConfigurationScreen() {
  const query = useQuery(configurationQuery)
  const [edited, setEdited] = useState<ConfigurationRow | null>(null)
  return (
    <PlatformPage
      title="Configuration"
      description="What holds for the whole installation. A change is used by every process within a second, and stands in the log."
    >
      <Pending of={query} what="The configuration" />
      {query.data && (
        <ul className="divide-y divide-edge rounded-lg border border-edge text-sm">
          {query.data.configuration.map((row) => (
            <Row key={row.configKey} row={row} onEdit={() => setEdited(row)} />
          ))}
        </ul>
      )}
      {edited && (
        <SettingDialog key={edited.configKey} row={edited} onClose={() => setEdited(null)} />
      )}
    </PlatformPage>
  )
}

function Row({ row, onEdit }: { row: ConfigurationRow; onEdit: () => void }) {
  const { configKey, configValue, description, source, variable } = row
  return (
    <li className="grid items-start gap-x-6 gap-y-2 px-4 py-4 sm:grid-cols-[minmax(0,1fr)_10rem_7rem]">
      <div className="min-w-0">
        <p className="font-semibold">{NAMES[configKey]}</p>
        <p className="mt-0.5 text-muted">{description}</p>
      </div>
      <div className="min-w-0">
        <p className="figures font-semibold break-words">{configValue}</p>
        {source === 'default' && <p className="text-xs text-muted">The default</p>}
        {source === 'environment' && (
          <>
            <Badge tone="neutral">Environment</Badge>
            <p className="mt-1 text-xs break-words text-muted">
              {variable} is set where the server runs, and takes precedence.
            </p>
          </>
        )}
      </div>
      <div className="sm:text-end">
        {source !== 'environment' && (
          <Button onClick={onEdit}>
            Change<span className="sr-only"> {NAMES[configKey]}</span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** The server says what does not fit. */
const schema = z.object({ configValue: z.string().check(z.trim(), z.maxLength(200)) })

function SettingDialog({ row, onClose }: { row: ConfigurationRow; onClose: () => void }) {
  const { configKey, form: written, defaultValue } = row
  const form = useOfficeForm({
    schema,
    values: { configValue: row.stored ?? '' },
    problems: { configValue: `Must be ${written}.` },
    send: async ({ configValue }) => {
      const body = { configValue: configValue || null, version: row.version }
      await call(staffApi.setSystemConfiguration, { params: { configKey }, body })
      await queryClient.invalidateQueries({ queryKey: ['platform'] })
      onClose()
      notify({ tone: 'success', title: 'The configuration is saved' })
    },
  })
  return (
    <Dialog open onClose={onClose} title={NAMES[configKey]} description={row.description}>
      <Form
        form={form}
        label={NAMES[configKey]}
        submit="Save"
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          form={form}
          name="configValue"
          label="Value"
          hint={`Must be ${written}. Empty: the default, ${defaultValue}.`}
        />
      </Form>
    </Dialog>
  )
}
