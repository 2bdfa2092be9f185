import type { Me } from '@foyer/contract'
import type { SecondFactor } from '@foyer/domain'
import { Dialog } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { meQuery, signedIn } from '../../data/queries.ts'
import { type SignInReason, signInAgain } from '../../data/sign-in-again.ts'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

const TEXTS: Record<SignInReason | 'first', { title: string; description: string }> = {
  first: { title: 'Sign in', description: 'Then what you were doing goes on.' },
  ended: {
    title: 'Your sign-in has ended',
    description: 'Sign in again, and what you were doing goes on. Nothing you typed is lost.',
  },
  recent: {
    title: 'Is it still you?',
    description: 'This change needs a more recent sign-in. Confirm that it is you, and it is made.',
  },
}

/** Asks the person to sign in again while a call waits for it (data/sign-in-again.ts). */
export function SignInAgain() {
  const reason = useSyncExternalStore(signInAgain.subscribe, signInAgain.current)
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const [shown, setShown] = useState<SignInReason>('ended')
  const [factors, setFactors] = useState<readonly SecondFactor[] | null>(null)
  // A session that began with a second factor is confirmed by one alone.
  const oneStep = me?.session.secondFactors
  useEffect(() => {
    if (reason) setShown(reason)
    setFactors(reason === 'recent' && oneStep?.length ? oneStep : null)
  }, [reason, oneStep])

  // On the page of an invitation nobody may be signed in yet.
  const { title, description } = TEXTS[me ? shown : 'first']
  const goOn = (next: Me) => {
    // A passkey may be somebody else's. Their screens are others, so nothing of this page goes on.
    if (me && next.id !== me.id) return location.assign('/admin')
    signedIn(next)
    signInAgain.succeed()
  }
  return (
    <Dialog
      open={reason !== null}
      onClose={signInAgain.decline}
      title={title}
      description={description}
      step={factors ? 'second factor' : 'password'}
    >
      {reason !== null &&
        (factors ? (
          <SecondFactorStep factors={factors} onSignedIn={goOn}>
            {factors === oneStep && (
              <button type="button" onClick={() => setFactors(null)} className="link">
                Use your password
              </button>
            )}
          </SecondFactorStep>
        ) : (
          <PasswordStep
            knownEmail={me?.email}
            onSignedIn={(signIn) =>
              signIn.state === 'open' ? goOn(signIn.me) : setFactors(signIn.factors)
            }
          />
        ))}
    </Dialog>
  )
}
