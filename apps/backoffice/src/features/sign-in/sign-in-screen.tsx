import type { Me } from '@foyer/contract'
import type { SecondFactor } from '@foyer/domain'
import { Notice } from '@foyer/ui'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { signedIn } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Heading } from '../../shared/page.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecondFactorStep } from './second-factor-step.tsx'

interface SignInScreenProps {
  /** Where to continue; '/' leads to the organizer. */
  to: string | undefined
  /** True after the password; in the address, so that a reload stays there. */
  isSecondStep: boolean
  /** Another screen has just changed something: 'Your password is changed.' */
  news: string | undefined
}

export function SignInScreen({ to, isSecondStep, news }: SignInScreenProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const [factors, setFactors] = useState<readonly SecondFactor[] | null>(null)
  const enter = (me: Me) => {
    signedIn(me)
    router.history.push(`/admin${to ?? ''}`)
  }
  if (isSecondStep) {
    return (
      <>
        <Heading title="Second factor" />
        <p className="mt-2 mb-6 text-muted">
          Your password is right. One more proof that it is you.
        </p>
        <SecondFactorStep factors={factors} onSignedIn={enter}>
          <Link {...paths.signIn({ to })} className="link">
            Start again
          </Link>
        </SecondFactorStep>
      </>
    )
  }
  return (
    <>
      <Heading title="Sign in" className="mb-6" />
      {news && (
        <Notice tone="success" announce="status" className="mb-6">
          {news}
        </Notice>
      )}
      <PasswordStep
        onSignedIn={(signIn) => {
          if (signIn.state === 'open') return enter(signIn.me)
          setFactors(signIn.factors)
          void navigate(paths.secondFactor({ to }))
        }}
      >
        <ul className="mt-6 flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm">
          <li>
            <Link {...paths.forgotten()} className="link">
              Forgotten your password?
            </Link>
          </li>
          <li>
            <Link {...paths.signUp()} className="link">
              Sign up
            </Link>
          </li>
        </ul>
      </PasswordStep>
    </>
  )
}
