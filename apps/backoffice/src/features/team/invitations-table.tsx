import { staffApi } from '@foyer/contract'
import { ROLE_TEXTS } from '@foyer/domain'
import { Badge, IconButton, notify } from '@foyer/ui'
import { Ellipsis } from '@foyer/ui/icons'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { failureText } from '../../data/failure-text.ts'
import { type Invitation, queryClient, teamQuery } from '../../data/queries.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { type Column, DataTable, type Sorting } from '../../shared/data-table.tsx'
import { Menu, MenuItem } from '../../shared/menu.tsx'
import { agoText, exactText } from '../../shared/time.ts'

interface InvitationsTableProps {
  organizer: string
  invitations: Invitation[]
  mayChange: boolean
}

/** Invitations that nobody has accepted yet. */
export function InvitationsTable({ organizer, invitations, mayChange }: InvitationsTableProps) {
  const [sorting, setSorting] = useState<Sorting>({ id: 'sent', desc: true })
  const [leaving, setLeaving] = useState<Invitation | null>(null)
  const [isAsking, setAsking] = useState(false)
  const columns = useMemo(() => {
    const sendAgain = async ({ id, email }: Invitation) => {
      try {
        const params = { invitationId: id }
        const team = await callOf(organizer)(staffApi.inviteAgain, { params })
        queryClient.setQueryData(teamQuery(organizer).queryKey, team)
        notify({ tone: 'success', title: 'Invitation sent again', description: email })
      } catch (error) {
        notify({ tone: 'danger', title: 'The mail was not sent', description: failureText(error) })
      }
    }
    const withdraw = (invitation: Invitation) => {
      setLeaving(invitation)
      setAsking(true)
    }
    return columnsFor(mayChange ? { sendAgain, withdraw } : null)
  }, [organizer, mayChange])

  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-3 font-display text-lg font-bold">
        Open invitations
      </h2>
      <DataTable
        label="Open invitations"
        columns={columns}
        rows={invitations}
        idOf={({ id }) => id}
        sorting={sorting}
        onSort={setSorting}
        empty={null}
      />
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw the invitation?"
        description={`The link that ${leaving?.email ?? ''} has got no longer works. You can invite them again.`}
        action="Withdraw"
        isDanger
        run={async () => {
          if (!leaving) return
          const params = { invitationId: leaving.id }
          const team = await callOf(organizer)(staffApi.withdrawInvitation, { params })
          queryClient.setQueryData(teamQuery(organizer).queryKey, team)
        }}
      />
    </section>
  )
}

interface InvitationActions {
  sendAgain: (invitation: Invitation) => Promise<void>
  withdraw: (invitation: Invitation) => void
}

const columnsFor = (actions: InvitationActions | null): Column<Invitation>[] => [
  {
    id: 'email',
    header: 'Address',
    accessorFn: ({ email }) => email,
    sortFn: 'text',
    cell: ({ row: { original } }) => (
      <span className="block pe-10 font-semibold break-all md:pe-0">{original.email}</span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    accessorFn: ({ role }) => ROLE_TEXTS[role].name,
    sortFn: 'text',
    cell: ({ row: { original } }) => <Badge>{ROLE_TEXTS[original.role].name}</Badge>,
  },
  {
    id: 'sent',
    header: 'Sent',
    accessorFn: ({ sentAt }) => Date.parse(sentAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <span>
        <time dateTime={original.sentAt} title={exactText(original.sentAt)}>
          {agoText(original.sentAt)}
        </time>
        {original.invitedBy && <span className="text-muted"> by {original.invitedBy}</span>}
      </span>
    ),
  },
  {
    id: 'ends',
    header: 'Ends',
    accessorFn: ({ endsAt }) => Date.parse(endsAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) =>
      original.hasEnded ? (
        <Badge tone="warning">Ended</Badge>
      ) : (
        <time dateTime={original.endsAt} title={exactText(original.endsAt)}>
          {agoText(original.endsAt)}
        </time>
      ),
  },
  ...(actions
    ? [
        {
          id: 'actions',
          cell: ({ row: { original } }: { row: { original: Invitation } }) => (
            <Menu
              align="end"
              trigger={
                <IconButton label={`Actions for the invitation of ${original.email}`}>
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              }
            >
              <MenuItem onChoose={() => void actions.sendAgain(original)}>Send again</MenuItem>
              <MenuItem isDanger onChoose={() => actions.withdraw(original)}>
                Withdraw…
              </MenuItem>
            </Menu>
          ),
        },
      ]
    : []),
]
