import { ApiError, staffApi } from '@foyer/contract'
import { QR_OPTIONS, qrPath } from '@foyer/domain'
import { Badge, Button, Dialog, Notice, notify } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { encode } from 'uqr'
import { call } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { accountQuery, queryClient, storeAccount } from '../../data/queries.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { OneTimeCodes } from './one-time-codes.tsx'

interface Secret {
  secret: string
  uri: string
}

export function Authenticator({ hasTotp }: { hasTotp: boolean }) {
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const starting = useMutation({
    mutationFn: () => call(staffApi.startTotp, {}),
    onSuccess: setSecret,
  })
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="flex items-center gap-3 text-sm">
        {hasTotp ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
        {hasTotp ? 'Codes of your app are asked for.' : 'No app is set up.'}
      </p>
      {starting.isError && <Notice tone="danger">{failureText(starting.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => starting.mutate()} busy={starting.isPending}>
          {hasTotp ? 'Set up another app' : 'Set up an app'}
        </Button>
        {hasTotp && (
          <Button variant="ghost" onClick={() => setRemoving(true)}>
            Remove the app
          </Button>
        )}
      </div>
      <Dialog
        open={secret !== null}
        onClose={() => setSecret(null)}
        title="Set up an authenticator app"
        description="Scan the code with the app, then enter the six digits that it shows."
      >
        {secret && (
          <SetUp
            secret={secret}
            onDone={(recoveryCodes) => {
              setSecret(null)
              setCodes(recoveryCodes)
            }}
          />
        )}
      </Dialog>
      <OneTimeCodes codes={codes} onClose={() => setCodes(null)} />
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove the authenticator app?"
        description="Its codes are no longer asked for. Without a passkey, your password alone protects your account."
        action="Remove the app"
        isDanger
        run={async () => storeAccount(await call(staffApi.removeTotp, {}))}
      />
    </div>
  )
}

interface SetUpProps {
  secret: Secret
  /** Null: there are recovery codes of an earlier factor. */
  onDone: (recoveryCodes: readonly string[] | null) => void
}

function SetUp({ secret: { secret, uri }, onDone }: SetUpProps) {
  const form = useOfficeForm({
    schema: staffApi.confirmTotp.body,
    values: { code: '' },
    problems: { code: 'Enter the six digits of the app.' },
    send: async (body) => {
      const { recoveryCodes } = await call(staffApi.confirmTotp, { body })
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      notify({ tone: 'success', title: 'The authenticator app is set up' })
      onDone(recoveryCodes)
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'second_factor_wrong'
        ? { field: 'code', message: error.textOrStatus }
        : null,
  })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center gap-5">
        <QrCode text={uri} />
        <div className="min-w-0 flex-1 basis-48 text-sm">
          <p className="text-muted">No camera? Type this key into the app:</p>
          <p className="mt-1 font-mono break-all select-all">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
      </div>
      <Form form={form} label="Authenticator app" submit="Set up">
        <TextField
          form={form}
          name="code"
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="figures max-w-48"
        />
      </Form>
    </>
  )
}

/** White in both themes: a camera needs black on white. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, QR_OPTIONS)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
      className="size-44 rounded-sm bg-white text-black forced-color-adjust-none"
    >
      <path d={qrPath(data)} fill="currentColor" />
    </svg>
  )
}
