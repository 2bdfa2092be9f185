import { ApiError, type StaffAccount, staffApi } from '@foyer/contract'
import { notify, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../data/client.ts'
import { accountQuery, meQuery, queryClient, storeAccount } from '../../data/queries.ts'
import { Form, PasswordField, TextField } from '../../shared/form.tsx'
import { PASSWORD_HINT, passwordRefusal } from '../../shared/new-password.ts'
import { FetchFailed, Page, Section } from '../../shared/page.tsx'
import { agoText } from '../../shared/time.ts'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { Authenticator } from './authenticator.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { Sessions } from './sessions.tsx'

/** The account of the person, whatever they work for. */
export function AccountScreen() {
  const account = useQuery(accountQuery)
  return (
    <Page title="My account" description="Your name, and how you prove that it is you.">
      {account.isPending && (
        <SkeletonGroup className="flex flex-col gap-10">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-40 w-full" />
          <Skeleton className="h-40 w-full" />
        </SkeletonGroup>
      )}
      {account.isError && (
        <FetchFailed
          what="Your account"
          error={account.error}
          onRetry={() => void account.refetch()}
          isRetrying={account.isFetching}
        />
      )}
      {account.data && <Sections account={account.data} />}
    </Page>
  )
}

function Sections({ account }: { account: StaffAccount }) {
  return (
    <>
      <Section title="Name" description="As others of your team see it.">
        <NameForm account={account} />
      </Section>
      <Section
        title="Password"
        description={`Changed ${agoText(account.passwordChangedAt)}. A new one ends your sessions on other devices.`}
      >
        <PasswordForm account={account} />
      </Section>
      <Section
        title="Passkeys"
        description="Sign in with your finger, face or device PIN. A passkey is both factors at once, and nobody can phish it."
      >
        <Passkeys passkeys={account.passkeys} />
      </Section>
      <Section
        title="Authenticator app"
        description="Asks for a code of an app on your phone after the password."
      >
        <Authenticator hasTotp={account.hasTotp} />
      </Section>
      {account.recoveryCodesLeft !== null && (
        <Section
          title="Recovery codes"
          description="Each opens your account once, if the phone is lost."
        >
          <RecoveryCodes left={account.recoveryCodesLeft} />
        </Section>
      )}
      <Section title="Sessions" description="Where you are signed in.">
        <Sessions />
      </Section>
    </>
  )
}

function NameForm({ account }: { account: StaffAccount }) {
  const form = useOfficeForm({
    schema: staffApi.changeName.body,
    values: { name: account.name },
    problems: { name: 'Enter your name.' },
    send: async (body) => {
      storeAccount(await call(staffApi.changeName, { body }))
      await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      notify({ tone: 'success', title: 'Name changed' })
    },
  })
  return (
    <Form
      form={form}
      label="Name"
      submit="Change the name"
      submitVariant="quiet"
      className="max-w-form"
    >
      <TextField form={form} name="name" label="Your name" autoComplete="name" />
      <p className="text-sm text-muted">
        You sign in as <span className="font-semibold break-words text-text">{account.email}</span>.
      </p>
    </Form>
  )
}

function PasswordForm({ account }: { account: StaffAccount }) {
  const form = useOfficeForm({
    schema: staffApi.changePassword.body,
    values: { password: '' },
    problems: { password: PASSWORD_HINT },
    send: async (body) => {
      storeAccount(await call(staffApi.changePassword, { body }))
      await queryClient.invalidateQueries({ queryKey: ['sessions'] })
      form.reset()
      notify({
        tone: 'success',
        title: 'Password changed',
        description: 'Other devices are signed out.',
      })
    },
    fieldOf: (error) => (error instanceof ApiError ? passwordRefusal(error) : null),
  })
  return (
    <Form
      form={form}
      label="Password"
      submit="Change the password"
      submitVariant="quiet"
      className="max-w-form"
    >
      <input type="email" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField
        form={form}
        name="password"
        label="New password"
        hint={PASSWORD_HINT}
        autoComplete="new-password"
      />
    </Form>
  )
}
