import { type Me, staffApi } from '@foyer/contract'
import { mayChangeRole, ROLE_TEXTS, ROLES, type Role } from '@foyer/domain'
import { Badge, Button, EmptyState, IconButton, notify, SelectInput, TextInput } from '@foyer/ui'
import { Ellipsis, ShieldCheck } from '@foyer/ui/icons'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { type Member, meQuery, queryClient, teamQuery } from '../../data/queries.ts'
import { paths } from '../../routing/paths.ts'
import type { TeamSearch } from '../../routing/search.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { type Column, DataTable } from '../../shared/data-table.tsx'
import { matchesWords } from '../../shared/matches-words.ts'
import { Menu, MenuItem } from '../../shared/menu.tsx'
import { agoText, dayText, exactText } from '../../shared/time.ts'

interface MembersTableProps {
  me: Me
  organizer: { slug: string; name: string; role: Role }
  members: Member[]
  search: TeamSearch
  onSearch: (search: TeamSearch) => void
}

const RoleDialog = lazy(async () => ({
  default: (await import('./role-dialog.tsx')).RoleDialog,
}))

/** A member with whom something is being done. */
type Doing = { member: Member; action: 'role' | 'remove' }

export function MembersTable({ me, organizer, members, search, onSearch }: MembersTableProps) {
  const id = useId()
  // Stays while the dialog fades out.
  const [doing, setDoing] = useState<Doing | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const columns = useMemo(() => {
    const open = (next: Doing) => {
      setDoing(next)
      setOpen(true)
    }
    return columnsFor(organizer.role, me.id, open)
  }, [organizer.role, me.id])
  const { q = '', role: wantedRole } = search
  const rows = useMemo(() => {
    return members.filter(
      ({ role, name, email }) =>
        (!wantedRole || role === wantedRole) && matchesWords(`${name} ${email}`, q),
    )
  }, [members, q, wantedRole])
  return (
    <section aria-label="Members">
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <label htmlFor={`${id}-search`} className="sr-only">
          Search members
        </label>
        <TextInput
          id={`${id}-search`}
          type="search"
          placeholder="Search by name or address"
          value={search.q ?? ''}
          onChange={({ target }) => onSearch({ ...search, q: target.value || undefined })}
          className="max-w-80 basis-60"
        />
        <label htmlFor={`${id}-role`} className="sr-only">
          Role
        </label>
        <SelectInput
          id={`${id}-role`}
          value={search.role ?? ''}
          onChange={({ target }) => onSearch({ ...search, role: target.value || undefined })}
          className="basis-44"
        >
          <option value="">All roles</option>
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {ROLE_TEXTS[role].name}
            </option>
          ))}
        </SelectInput>
        <p role="status" className="figures ms-auto text-sm text-muted">
          {rows.length < members.length && `${rows.length} of `}
          {members.length === 1 ? '1 member' : `${members.length} members`}
        </p>
      </div>
      <DataTable
        label="Members"
        columns={columns}
        rows={rows}
        idOf={({ personId }) => personId}
        sorting={{ id: search.sort ?? 'role', desc: search.isDescending ?? false }}
        onSort={({ id: sort, desc }) =>
          onSearch({ ...search, sort, isDescending: desc || undefined })
        }
        empty={
          <EmptyState
            level={2}
            title="Nobody matches"
            actions={<Button onClick={() => onSearch({})}>Show all members</Button>}
          >
            No member has this role and these letters in their name or address.
          </EmptyState>
        }
      />
      {doing && (
        <>
          <Suspense fallback={null}>
            <RoleDialog
              key={`role ${doing.member.personId}`}
              open={isOpen && doing.action === 'role'}
              onClose={close}
              organizer={organizer}
              member={doing.member}
            />
          </Suspense>
          <RemoveMember
            open={isOpen && doing.action === 'remove'}
            onClose={close}
            organizer={organizer}
            member={doing.member}
            isSelf={doing.member.personId === me.id}
          />
        </>
      )}
    </section>
  )
}

const rankOf = (role: Role): number => ROLES.indexOf(role)

const columnsFor = (role: Role, ownId: string, onDo: (doing: Doing) => void): Column<Member>[] => [
  {
    id: 'name',
    header: 'Name',
    accessorFn: ({ name, email }) => `${name} ${email}`,
    sortFn: 'text',
    cell: ({ row: { original } }) => (
      <span className="block min-w-0 pe-10 md:pe-0">
        <span className="block font-semibold">
          {original.name}
          {original.personId === ownId && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block break-all text-muted">{original.email}</span>
      </span>
    ),
  },
  {
    id: 'role',
    header: 'Role',
    accessorFn: (member) => rankOf(member.role),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <Badge tone={original.role === 'owner' ? 'info' : 'neutral'}>
        {ROLE_TEXTS[original.role].name}
      </Badge>
    ),
  },
  {
    id: 'factor',
    header: 'Second factor',
    accessorFn: ({ hasSecondFactor }) => Number(hasSecondFactor ?? -1),
    sortFn: 'basic',
    cell: ({ row: { original } }) =>
      original.hasSecondFactor === null ? (
        <span className="text-muted">Not shown to your role</span>
      ) : original.hasSecondFactor ? (
        <span className="inline-flex items-center gap-1.5">
          <ShieldCheck aria-hidden="true" className="size-4 text-success-text" />
          On
        </span>
      ) : (
        <span className="text-muted">Off</span>
      ),
  },
  {
    id: 'seen',
    header: 'Last seen',
    accessorFn: ({ seenAt }) => (seenAt ? Date.parse(seenAt) : 0),
    sortFn: 'basic',
    cell: ({ row: { original } }) =>
      original.seenAt ? (
        <time dateTime={original.seenAt} title={exactText(original.seenAt)}>
          {agoText(original.seenAt)}
        </time>
      ) : (
        <span className="text-muted">Signed out</span>
      ),
  },
  {
    id: 'joined',
    header: 'Joined',
    accessorFn: ({ joinedAt }) => Date.parse(joinedAt),
    sortFn: 'basic',
    cell: ({ row: { original } }) => (
      <time dateTime={original.joinedAt} title={exactText(original.joinedAt)}>
        {dayText(original.joinedAt)}
      </time>
    ),
  },
  {
    id: 'actions',
    cell: ({ row: { original } }) => {
      const isSelf = original.personId === ownId
      const isAllowed = mayChangeRole(role, { from: original.role })
      if (!isAllowed && !isSelf) return null
      return (
        <Menu
          align="end"
          trigger={
            <IconButton label={`Actions for ${original.name}`}>
              <Ellipsis aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          {isAllowed && (
            <MenuItem onChoose={() => onDo({ member: original, action: 'role' })}>
              Change role…
            </MenuItem>
          )}
          <MenuItem isDanger onChoose={() => onDo({ member: original, action: 'remove' })}>
            {isSelf ? 'Leave the team…' : 'Remove from the team…'}
          </MenuItem>
        </Menu>
      )
    },
  },
]

interface RemoveMemberProps {
  open: boolean
  onClose: () => void
  organizer: { slug: string; name: string }
  member: Member
  isSelf: boolean
}

function RemoveMember({ open, onClose, organizer, member, isSelf }: RemoveMemberProps) {
  const navigate = useNavigate()
  const { slug, name } = organizer
  const leave = async () => {
    await callOf(slug)(staffApi.leaveTeam, {})
    queryClient.removeQueries({ queryKey: ['organizer', slug] })
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    await navigate(paths.organizers())
    notify({ tone: 'success', title: `You have left ${name}` })
  }
  const remove = async () => {
    const params = { personId: member.personId }
    const team = await callOf(slug)(staffApi.removeMember, { params })
    queryClient.setQueryData(teamQuery(slug).queryKey, team)
    notify({ tone: 'success', title: `${member.name} is no longer on the team` })
  }
  return isSelf ? (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Leave ${name}?`}
      description="You can no longer open this office. To come back, somebody of the team has to invite you."
      action="Leave the team"
      isDanger
      run={leave}
    />
  ) : (
    <Confirm
      open={open}
      onClose={onClose}
      title={`Remove ${member.name}?`}
      description="They can no longer open this office, from this moment on. What they changed stays, and the audit log keeps their name. You can invite them again."
      action="Remove from the team"
      isDanger
      run={remove}
    />
  )
}
