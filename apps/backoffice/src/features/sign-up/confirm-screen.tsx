import { type StaffLink, staffApi } from '@foyer/contract'
import { buttonStyle } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { bareCall } from '../../data/client.ts'
import { signedIn } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Form, PasswordField, TextField } from '../../shared/form.tsx'
import { PASSWORD_HINT, passwordRefusal } from '../../shared/new-password.ts'
import { Heading } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { UserName } from '../../shared/user-name.tsx'
import { OpenedLink } from './opened-link.tsx'

/** What the link of a sign-up opens: the account is made here. */
export function ConfirmScreen() {
  return (
    <OpenedLink
      kind="sign_up"
      ended={
        <Link {...paths.signUp()} className={buttonStyle('primary')}>
          Sign up again
        </Link>
      }
    >
      {(link, token) => <ConfirmForm link={link} token={token} />}
    </OpenedLink>
  )
}

function ConfirmForm({ link, token }: { link: StaffLink; token: string }) {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.completeSignUp.body,
    values: { token, name: link.name, password: '' },
    problems: { name: 'Enter your name.', password: PASSWORD_HINT },
    send: async (body) => {
      const { me } = await bareCall(staffApi.completeSignUp, { body })
      signedIn(me)
      await navigate({ ...paths.newOrganizer(), replace: true })
    },
    fieldOf: passwordRefusal,
  })
  return (
    <>
      <Heading title="Choose a password" />
      <p className="mt-2 mb-6 text-muted">
        Your address <strong className="font-semibold break-words text-text">{link.email}</strong>{' '}
        is confirmed. Next you name your shop.
      </p>
      <Form form={form} submit="Make the account" isWide>
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
    </>
  )
}
