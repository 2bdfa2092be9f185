import { staffApi } from '@foyer/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { bareCall } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { Heading } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'

/** Asks for name and address; the password is chosen on the page that the mail's link opens. */
export function SignUpScreen() {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.signUp.body,
    values: { name: '', email: '' },
    problems: {
      name: 'Enter your name.',
      email: 'Enter your address, such as ada@example.com.',
    },
    send: async (body) => {
      await bareCall(staffApi.signUp, { body })
      await navigate({ ...paths.checkMail('sign-up'), state: { mailedTo: body.email } })
    },
  })
  return (
    <>
      <Heading title="Sell tickets with Foyer" />
      <p className="mt-2 mb-6 text-muted">
        We send you a link to confirm your address. Then you choose a password and name your shop.
      </p>
      <Form form={form} submit="Send the link" isWide>
        <TextField form={form} name="name" label="Your name" autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label="E-mail address"
          hint="You will sign in with it."
          type="email"
          autoComplete="email"
        />
      </Form>
      <p className="mt-6 text-sm text-muted">
        You have an account?{' '}
        <Link {...paths.signIn()} className="link text-text">
          Sign in
        </Link>
      </p>
    </>
  )
}
