import {
  ACCOUNT_CHANGE_TEXTS,
  plainName,
  ROLE_TEXTS,
  STAFF_LINK_HOURS,
  type StaffMailKind,
} from '@foyer/domain'
import type { Draft } from '../draft.ts'
import { Action, Facts, Note, Say } from '../parts/blocks.tsx'
import { Title } from '../parts/page.tsx'
import type { StaffMailViewOf } from '../staff-mail.ts'

/** The mails to people who work for organizers: short, one action each, signed by the platform. */
export const STAFF_DRAFTS: { readonly [K in StaffMailKind]: (mail: StaffMailViewOf<K>) => Draft } =
  {
    sign_up: ({ brand, data, url }) => ({
      subject: `Confirm your address for ${brand.name}`,
      preview: 'One step is left: choose a password.',
      body: (
        <>
          <Title>{greeting('Welcome', data.name)}</Title>
          <Say>Confirm your address and choose a password. Then set up your first event.</Say>
          <Action href={url}>Choose a password</Action>
          <Note>
            {`The link works once, within ${STAFF_LINK_HOURS.sign_up} hours. You did not sign up? Then somebody typed your address; without this link there is no account.`}
          </Note>
        </>
      ),
    }),

    reset: ({ brand, data, url }) => ({
      subject: `Choose a new password for ${brand.name}`,
      preview: 'The link works once, within an hour.',
      body: (
        <>
          <Title>{greeting('A new password', data.name)}</Title>
          <Say>
            Choose a new password with this link. You are then signed out everywhere else, and your
            second factor stays as it is.
          </Say>
          <Action href={url}>Choose a new password</Action>
          <Note>
            The link works once, within an hour. You did not ask for it? Then do nothing: your
            password stays as it is.
          </Note>
        </>
      ),
    }),

    invitation: ({ brand, data, url }) => {
      const inviter = plainName(data.invitedBy ?? '')
      const organizer = plainName(data.organizer)
      return {
        subject: `You are invited to the team of ${organizer}`,
        preview: `Your role will be ${ROLE_TEXTS[data.role].name}.`,
        body: (
          <>
            <Title>{`Join ${organizer}`}</Title>
            <Say>
              {inviter
                ? `${inviter} invites you to work on ${organizer} in ${brand.name}.`
                : `You are invited to work on ${organizer} in ${brand.name}.`}
            </Say>
            <Facts
              facts={[
                { label: 'Your role', value: ROLE_TEXTS[data.role].name },
                { label: 'What it is for', value: ROLE_TEXTS[data.role].summary },
              ]}
            />
            <Action href={url}>Accept the invitation</Action>
            <Note>
              The link works once, within a week, and for this address alone. You do not know the
              sender? Then do nothing.
            </Note>
          </>
        ),
      }
    },

    account_exists: ({ brand, data, url }) => ({
      subject: `You have an account at ${brand.name} already`,
      preview: 'Somebody signed up with your address.',
      body: (
        <>
          <Title>{greeting('You have an account', data.name)}</Title>
          <Say>
            Somebody, perhaps you, signed up with this address. It has an account already, so sign
            in instead. If you forgot the password, choose a new one there.
          </Say>
          <Action href={url}>Sign in</Action>
          <Note>It was not you? Then do nothing: nothing has changed.</Note>
        </>
      ),
    }),

    new_device: ({ brand, data, url }) => ({
      subject: `A new sign-in at ${brand.name}`,
      preview: data.device || 'With a browser that was not used before.',
      body: (
        <>
          <Title>{greeting('A new sign-in', data.name)}</Title>
          <Say>Somebody signed in to your account with a browser that was not used before.</Say>
          <Facts
            facts={[
              { label: 'Browser', value: data.device || 'Unknown' },
              { label: 'Network', value: data.network },
              { label: 'When', value: instantText(data.at) },
            ]}
          />
          <Note>
            It was you? Then there is nothing to do. If not, sign in, end that session and change
            your password.
          </Note>
          <Action href={url}>Look at my sessions</Action>
        </>
      ),
    }),

    account_changed: ({ brand, data, url }) => ({
      subject: `${ACCOUNT_CHANGE_TEXTS[data.change]} (${brand.name})`,
      preview: 'If it was not you, change your password.',
      body: (
        <>
          <Title>{`${ACCOUNT_CHANGE_TEXTS[data.change]}.`}</Title>
          <Facts facts={[{ label: 'When', value: instantText(data.at) }]} />
          <Note>
            It was you? Then there is nothing to do. If not, change your password at once and end
            all other sessions.
          </Note>
          <Action href={url}>Look at my account</Action>
        </>
      ),
    }),

    domain_proof: ({ data: { organizer, host, record, endsAt }, url }) => ({
      subject: endsAt ? `${host} no longer names you` : `${host} was released`,
      preview: endsAt
        ? `Set the TXT record again by ${dateText(endsAt)}.`
        : 'Its TXT record was missing. Your shop goes on at its other addresses.',
      body: (
        <>
          <Title>{endsAt ? `Is ${host} still yours?` : `${host} was released.`}</Title>
          <Say>
            {endsAt
              ? `The TXT record that says that ${host} belongs to ${plainName(organizer)} is missing. Everything works as before until ${dateText(endsAt)}. If the record is missing then, the domain is released: your shop no longer answers there, and mails no longer come from it.`
              : `The TXT record that says that ${host} belongs to ${plainName(organizer)} is missing, so your shop no longer answers there, and mails no longer come from it. Your shop goes on at its other addresses.`}
          </Say>
          <Facts
            facts={[
              { label: 'Name', value: record.name },
              { label: 'Value', value: record.value },
            ]}
          />
          <Note>
            {endsAt
              ? 'The domain is yours? Then set the record where it is managed. There is nothing else to do.'
              : 'The domain is yours? Then set the record where it is managed, and add the domain again in your settings.'}
          </Note>
          <Action href={url}>Look at the settings</Action>
        </>
      ),
    }),
  }

const dateText = (at: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))

/** Strangers type names, so a mail shows one without what a mail program would turn into a link. */
function greeting(text: string, name: string): string {
  const plain = plainName(name)
  return plain ? `${text}, ${plain}` : text
}

/** In UTC: the reader's zone is not known. */
const instantText = (at: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`
