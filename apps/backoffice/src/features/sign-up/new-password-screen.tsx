import { type StaffLink, staffApi } from '@foyer/contract'
import { buttonStyle } from '@foyer/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { bareCall } from '../../data/client.ts'
import { signedOut } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import { Form, PasswordField } from '../../shared/form.tsx'
import { PASSWORD_HINT, passwordRefusal } from '../../shared/new-password.ts'
import { Heading } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { UserName } from '../../shared/user-name.tsx'
import { OpenedLink } from './opened-link.tsx'

/** What the link of a reset opens. All sessions end, so the person signs in afterwards. */
export function NewPasswordScreen() {
  return (
    <OpenedLink
      kind="reset"
      ended={
        <Link {...paths.forgotten()} className={buttonStyle('primary')}>
          Send a new link
        </Link>
      }
    >
      {(link, token) => <NewPasswordForm link={link} token={token} />}
    </OpenedLink>
  )
}

function NewPasswordForm({ link, token }: { link: StaffLink; token: string }) {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.completeReset.body,
    values: { token, password: '' },
    problems: { password: PASSWORD_HINT },
    send: async (body) => {
      await bareCall(staffApi.completeReset, { body })
      signedOut()
      const news = 'Your password is changed, and you are signed out everywhere. Sign in with it.'
      await navigate({ ...paths.signIn(), replace: true, state: { news } })
    },
    fieldOf: passwordRefusal,
  })
  return (
    <>
      <Heading title="Choose a new password" />
      <p className="mt-2 mb-6 text-muted">
        For <strong className="font-semibold break-words text-text">{link.email}</strong>. You will
        be signed out on all devices.
      </p>
      <Form form={form} submit="Change the password" isWide>
        <UserName email={link.email} />
        <PasswordField
          form={form}
          name="password"
          label="New password"
          hint={PASSWORD_HINT}
          autoComplete="new-password"
        />
      </Form>
    </>
  )
}
