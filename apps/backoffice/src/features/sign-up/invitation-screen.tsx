import { type StaffLink, staffApi } from '@foyer/contract'
import { ROLE_TEXTS } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bareCall, call } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { meQuery, queryClient, signedIn } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Form, PasswordField, TextField } from '../../shared/form.tsx'
import { PASSWORD_HINT, passwordRefusal } from '../../shared/new-password.ts'
import { Heading } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { UserName } from '../../shared/user-name.tsx'
import { OpenedLink } from './opened-link.tsx'

interface InvitedProps {
  link: StaffLink
  token: string
}

/** What the link of an invitation opens: a person with an account accepts, others choose a password. */
export function InvitationScreen() {
  return (
    <OpenedLink
      kind="invitation"
      ended={<p className="basis-full text-sm">Ask the person who invited you for a new one.</p>}
    >
      {(link, token) => (
        <>
          <Heading title={`Join ${link.invitation?.organizer ?? 'the team'}`} />
          <Offer link={link} />
          {link.hasAccount ? (
            <Accept link={link} token={token} />
          ) : (
            <Join link={link} token={token} />
          )}
        </>
      )}
    </OpenedLink>
  )
}

function Offer({ link: { invitation, email } }: Pick<InvitedProps, 'link'>) {
  if (!invitation) return null
  const { name, summary } = ROLE_TEXTS[invitation.role]
  return (
    <>
      <p className="mt-2 text-muted">
        {invitation.invitedBy ?? 'The operator of this site'} invited{' '}
        <strong className="font-semibold break-words text-text">{email}</strong>.
      </p>
      <dl className="my-6 border-y border-edge py-4 text-sm">
        <dt className="text-muted">Your role</dt>
        <dd>
          <span className="block font-display text-lg font-bold">{name}</span>
          {summary}
        </dd>
      </dl>
    </>
  )
}

function Join({ link, token }: InvitedProps) {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.joinByInvitation.body,
    values: { token, name: link.name, password: '' },
    problems: { name: 'Enter your name.', password: PASSWORD_HINT },
    send: async (body) => {
      const { me } = await bareCall(staffApi.joinByInvitation, { body })
      signedIn(me)
      await navigate({ ...paths.start(), replace: true })
    },
    fieldOf: passwordRefusal,
  })
  return (
    <Form form={form} submit="Join the team" isWide>
      <UserName email={link.email} />
      <TextField form={form} name="name" label="Your name" autoComplete="name" />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
      />
    </Form>
  )
}

function Accept({ link, token }: InvitedProps) {
  const navigate = useNavigate()
  const { data: me } = useQuery(meQuery)
  const accepting = useMutation({
    mutationFn: () => call(staffApi.acceptInvitation, { body: { token } }),
    onSuccess: async ({ slug }) => {
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      await navigate({ ...paths.home(slug), replace: true })
    },
  })
  return (
    <div className="flex flex-col items-start gap-4">
      {!me && <p className="text-sm">You have an account already. Sign in with it to accept.</p>}
      {me && me.email !== link.email && (
        <Notice tone="warning">
          You are signed in as {me.email}. Sign out and sign in as {link.email} to accept.
        </Notice>
      )}
      {accepting.isError && <Notice tone="danger">{failureText(accepting.error)}</Notice>}
      <Button variant="primary" busy={accepting.isPending} onClick={() => accepting.mutate()}>
        {me ? 'Accept the invitation' : 'Sign in and accept'}
      </Button>
    </div>
  )
}
