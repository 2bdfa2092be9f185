import { staffApi } from '@foyer/contract'
import { Button, Notice } from '@foyer/ui'
import { Mail } from '@foyer/ui/icons'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { bareCall } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { paths } from '../../routing/paths.ts'
import { Heading } from '../../shared/page.tsx'

interface CheckMailScreenProps {
  about: 'sign-up' | 'reset'
}

/** The same words whether the address has an account or not. */
export function CheckMailScreen({ about }: CheckMailScreenProps) {
  const mailedTo = useLocation({ select: ({ state }) => state.mailedTo })
  const isReset = about === 'reset'
  return (
    <>
      <Mail aria-hidden="true" className="mb-4 size-8 text-muted" />
      <Heading title="Check your mail" />
      <p className="mt-2 text-muted">
        {isReset ? 'If there is an account for ' : 'A mail is on its way to '}
        <strong className="font-semibold break-words text-text">
          {mailedTo ?? 'your address'}
        </strong>
        {isReset
          ? ', a mail with a link to choose a new password is on its way.'
          : '. Its link confirms the address and leads to the next step.'}
      </p>
      <p className="mt-4 text-sm text-muted">
        Nothing there after a minute? Look into the folder for spam
        {isReset && mailedTo ? ', or have it sent again' : ''}.
      </p>
      {isReset && mailedTo && <SendAgain email={mailedTo} />}
      <p className="mt-6 text-sm">
        <Link {...(isReset ? paths.forgotten() : paths.signUp())} className="link">
          Use another address
        </Link>
      </p>
    </>
  )
}

function SendAgain({ email }: { email: string }) {
  const again = useMutation({
    mutationFn: () => bareCall(staffApi.requestReset, { body: { email } }),
  })
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <Button onClick={() => again.mutate()} busy={again.isPending}>
        Send it again
      </Button>
      {again.isSuccess && (
        <Notice tone="success" announce="status">
          Sent again. Only the newest link works.
        </Notice>
      )}
      {again.isError && <Notice tone="danger">{failureText(again.error)}</Notice>}
    </div>
  )
}
