import { ApiError, newPasskeySchema, type StaffAccount, staffApi } from '@foyer/contract'
import { Button, Dialog, Notice, notify } from '@foyer/ui'
import { KeyRound } from '@foyer/ui/icons'
import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../data/client.ts'
import { accountQuery, queryClient, storeAccount } from '../../data/queries.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { Form, TextField } from '../../shared/form.tsx'
import { agoText, dayText } from '../../shared/time.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { OneTimeCodes } from './one-time-codes.tsx'

type Passkey = StaffAccount['passkeys'][number]

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <div className="flex flex-col items-start gap-4">
      {passkeys.length > 0 && (
        <ul className="w-full divide-y divide-edge rounded-lg border border-edge text-sm">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3 py-1.5 ps-4 pe-1.5">
              <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold break-words">{passkey.name}</span>
                <span className="block text-muted">
                  Added {dayText(passkey.madeAt)}
                  {passkey.lastUsedAt ? `, used ${agoText(passkey.lastUsedAt)}` : ', not used yet'}
                </span>
              </span>
              <Button
                variant="ghost"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => {
                  setLeaving(passkey)
                  setRemoving(true)
                }}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {browserSupportsWebAuthn() ? (
        <Button onClick={() => setAdding(true)}>Add a passkey</Button>
      ) : (
        <Notice>This browser has no passkeys. Open this page in another one to add one.</Notice>
      )}
      <Dialog
        open={isAdding}
        onClose={() => setAdding(false)}
        title="Add a passkey"
        description="Your browser asks for your finger, face or PIN next."
      >
        {isAdding && (
          <AddPasskey
            onCancel={() => setAdding(false)}
            onDone={(recoveryCodes) => {
              setAdding(false)
              setCodes(recoveryCodes)
            }}
          />
        )}
      </Dialog>
      <OneTimeCodes codes={codes} onClose={() => setCodes(null)} />
      <Confirm
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={`Remove ${leaving?.name ?? ''}?`}
        description="It no longer opens your account. Delete it on the device as well, so that it is not offered any more."
        action="Remove the passkey"
        isDanger
        run={async () => {
          if (!leaving) return
          const params = { passkeyId: leaving.id }
          storeAccount(await call(staffApi.removePasskey, { params }))
        }}
      />
    </div>
  )
}

/** Only what the person types; the browser makes the rest. */
const nameSchema = z.object({ name: staffApi.addPasskey.body.shape.name })

interface AddPasskeyProps {
  onCancel: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}

/** The browser made no passkey: the person closed its window, or the device has one already. */
class PasskeyNotMade extends Error {}

function AddPasskey({ onCancel, onDone }: AddPasskeyProps) {
  const form = useOfficeForm({
    schema: nameSchema,
    values: { name: '' },
    problems: { name: 'Enter a name, such as “Office laptop”.' },
    send: async ({ name }) => {
      const passkey = await makePasskey()
      const { recoveryCodes } = await call(staffApi.addPasskey, { body: { name, passkey } })
      await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      notify({ tone: 'success', title: 'Passkey added', description: name })
      onDone(recoveryCodes)
    },
    fieldOf: (error) =>
      error instanceof PasskeyNotMade ||
      (error instanceof ApiError && error.code === 'passkey_not_accepted')
        ? { field: 'name', message: error instanceof ApiError ? error.textOrStatus : error.message }
        : null,
  })
  return (
    <Form
      form={form}
      label="Add a passkey"
      submit="Continue"
      aside={<Button onClick={onCancel}>Cancel</Button>}
    >
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="So that you know later which device it is on."
        placeholder="Office laptop"
        autoComplete="off"
      />
    </Form>
  )
}

/** Browsers may know others; they only help to find the passkey again. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

async function makePasskey() {
  const optionsJSON = await call(staffApi.startPasskey, {})
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject } = response
    const transports = response.transports?.filter((name) => TRANSPORTS.has(name))
    return newPasskeySchema.parse({
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject, transports },
    })
  } catch (error) {
    const hasOne = error instanceof Error && error.name === 'InvalidStateError'
    throw new PasskeyNotMade(
      hasOne
        ? 'This device has a passkey for your account already.'
        : 'The browser made no passkey. Try again.',
    )
  }
}
