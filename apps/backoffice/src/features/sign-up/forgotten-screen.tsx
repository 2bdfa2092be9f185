import { staffApi } from '@foyer/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { bareCall } from '../../data/client.ts'
import { paths } from '../../routing/paths.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { Heading } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'

export function ForgottenScreen() {
  const navigate = useNavigate()
  const form = useOfficeForm({
    schema: staffApi.requestReset.body,
    values: { email: '' },
    problems: { email: 'Enter your address, such as ada@example.com.' },
    send: async (body) => {
      await bareCall(staffApi.requestReset, { body })
      await navigate({ ...paths.checkMail('reset'), state: { mailedTo: body.email } })
    },
  })
  return (
    <>
      <Heading title="Forgotten your password?" />
      <p className="mt-2 mb-6 text-muted">
        We send a link to your address, with which you choose a new one. It works for an hour.
      </p>
      <Form form={form} submit="Send the link" isWide>
        <TextField
          form={form}
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username"
        />
      </Form>
      <p className="mt-6 text-sm">
        <Link {...paths.signIn()} className="link">
          Back to sign-in
        </Link>
      </p>
    </>
  )
}
