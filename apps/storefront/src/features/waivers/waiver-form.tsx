import { ApiError, type WaiverView, waivers } from '@foyer/contract'
import {
  DETAIL_LIMITS,
  isEmail,
  isWaiverComplete,
  type SignatureKind,
  WAIVER_INCOMPLETE,
  WAIVER_LIMITS,
} from '@foyer/domain'
import { Button, Checkbox, Field, Notice, TextInput } from '@foyer/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WaiverSearch } from '../../routing/search.ts'
import { useApp } from '../../shared/app-context.tsx'
import { SignaturePad } from './signature-pad.tsx'

const NO_ANSWER =
  'This did not work. Please try again in a moment. What you filled in is still here.'

interface WaiverFormProps {
  orderId: string
  /** The version that is shown on the page. */
  textVersion: number
  waiver: WaiverView
  credential: WaiverSearch
  onSigned: () => Promise<unknown>
  /** Fetches the new text. */
  onTextChanged: () => Promise<unknown>
}

/** Names, signature and agreements of one participant. */
export function WaiverForm({
  orderId,
  textVersion,
  waiver,
  credential,
  onSigned,
  onTextChanged,
}: WaiverFormProps) {
  const { call } = useApp()
  const [name, setName] = useState(waiver.name)
  // A masked address is not one that can be sent.
  const [email, setEmail] = useState(waiver.email.includes('*') ? '' : waiver.email)
  const [isMinor, setMinor] = useState(waiver.guardianName !== null)
  const [guardianName, setGuardianName] = useState(waiver.guardianName ?? '')
  const [kind, setKind] = useState<SignatureKind>(waiver.signature?.kind ?? 'typed')
  const [typed, setTyped] = useState('')
  const [drawn, setDrawn] = useState('')
  const [agreedToTerms, setAgreedToTerms] = useState(false)
  const [agreedToRisks, setAgreedToRisks] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const fields = useRef<HTMLFormElement>(null)
  /** What is missing is marked once the form was sent. */
  const missing = (isThere: boolean, text = 'Required') =>
    isTried && !isThere ? { error: text } : {}
  const isAddress = isEmail(email)

  const signature = { kind, value: kind === 'typed' ? typed.trim() : drawn }
  const sign = useMutation({
    mutationFn: () =>
      call(waivers.signWaiver, {
        params: { orderId, participant: waiver.id },
        query: credential,
        body: {
          textVersion,
          name,
          email: email.trim(),
          guardianName: isMinor ? guardianName : null,
          signature,
          agreedToTerms,
          agreedToRisks,
        },
      }),
    retry: false,
    onSuccess: onSigned,
    onError: async (error) => {
      setProblem((error instanceof ApiError && error.status < 500 && error.text) || NO_ANSWER)
      if (error instanceof ApiError && error.code === 'waiver_text_changed') await onTextChanged()
    },
  })
  const form = { name, isMinor, guardianName, signature, agreedToTerms, agreedToRisks }
  const isFit = isWaiverComplete(form) && isAddress
  const isMended = problem === WAIVER_INCOMPLETE && isFit
  const submit = (event: FormEvent) => {
    event.preventDefault()
    flushSync(() => {
      setProblem(isFit ? null : WAIVER_INCOMPLETE)
      setTried(!isFit)
    })
    fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    if (isFit && !sign.isPending) sign.mutate()
  }
  return (
    <form
      ref={fields}
      noValidate
      className="mt-5 grid gap-5 border-t border-edge pt-5"
      onSubmit={submit}
    >
      <Field label="Full name of the participant" mark="required" {...missing(name.trim() !== '')}>
        <TextInput
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={WAIVER_LIMITS.name}
          autoComplete="off"
          required
        />
      </Field>
      <Field
        label="Email"
        mark="required"
        {...missing(isAddress, email.trim() === '' ? 'Required' : 'Invalid email')}
      >
        <TextInput
          type="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          maxLength={DETAIL_LIMITS.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Field>
      <Checkbox
        label="The participant is a minor, and I am their parent or guardian"
        checked={isMinor}
        onChange={({ target }) => setMinor(target.checked)}
      />
      {isMinor && (
        <Field
          label="Full name of the parent or guardian"
          mark="required"
          {...missing(guardianName.trim() !== '')}
        >
          <TextInput
            value={guardianName}
            onChange={({ target }) => setGuardianName(target.value)}
            maxLength={WAIVER_LIMITS.name}
            autoComplete="name"
            required
          />
        </Field>
      )}
      <fieldset className="grid min-w-0 gap-3">
        <legend className="text-sm font-semibold">Signature</legend>
        <div className="mt-2 flex gap-2">
          {(['typed', 'drawn'] as const).map((each) => (
            <Button
              key={each}
              variant={kind === each ? 'quiet' : 'ghost'}
              aria-pressed={kind === each}
              onClick={() => setKind(each)}
            >
              {each === 'typed' ? 'Type' : 'Draw'}
            </Button>
          ))}
        </div>
        {kind === 'typed' ? (
          <Field
            label="Type your full name as your signature"
            mark="required"
            {...missing(typed.trim() !== '')}
          >
            <TextInput
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              maxLength={WAIVER_LIMITS.name}
              autoComplete="off"
              spellCheck={false}
              required
            />
          </Field>
        ) : (
          <SignaturePad value={drawn} onChange={setDrawn} />
        )}
      </fieldset>
      <div>
        <Checkbox
          label="I have read the waiver and agree to its terms"
          checked={agreedToTerms}
          onChange={({ target }) => setAgreedToTerms(target.checked)}
          {...missing(agreedToTerms)}
          required
        />
        <Checkbox
          label="I understand the risks and accept them"
          checked={agreedToRisks}
          onChange={({ target }) => setAgreedToRisks(target.checked)}
          {...missing(agreedToRisks)}
          required
        />
      </div>
      {problem && !isMended && <Notice tone="danger" title={problem} />}
      <Button type="submit" variant="primary" busy={sign.isPending}>
        {waiver.completed ? 'Update Waiver' : 'Sign Waiver'}
      </Button>
    </form>
  )
}
