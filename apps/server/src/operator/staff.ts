import { parseArgs } from 'node:util'
import type { Database, PlatformTx } from '@foyer/db'
import { isEmail, ROLES, type Role } from '@foyer/domain'
import { sql } from 'kysely'
import { systemClock } from '../adapters/clock.ts'
import { createSecrets } from '../adapters/secrets.ts'
import type { Cells } from '../cells/cells.ts'
import { writeAuditEntry } from '../engine/audit-log/write-entry.ts'
import { invitePerson } from '../engine/staff/invite-person.ts'
import { linkUrl } from '../engine/staff/links.ts'
import { membershipsOf } from '../engine/staff/memberships.ts'
import { endSessions } from '../engine/staff/sessions.ts'
import type { Env } from '../env.ts'
import { writeOperatorEntry } from '../features/operator/write-operator-entry.ts'
import { assertAllOpened, OperatorError, runCommand } from './command.ts'
import { formatTable } from './table.ts'

/**
 * `npm run staff`: invites the first owner of an organizer, shows a team, and helps people who lost
 * what they sign in with. It may run beside the servers. What it changes of a team is in the team's
 * audit log, as done by the operator.
 */

const USAGE = `npm run staff -- list <slug>
npm run staff -- invite <slug> <address> [--role ${ROLES.join('|')}]     (owner by default)
npm run staff -- remove-factors <address>     (a lost phone: the password alone signs in again)
npm run staff -- delete <address>
npm run staff -- operator list
npm run staff -- operator grant|revoke <address>     (sees all organizers, at /admin/platform)`

await runCommand('Nothing was changed.', async (db, env, cells) => {
  const { action, args, role } = readArguments()
  const [first = '', second = ''] = args
  if (action === 'list' && args.length === 1) await list(cells, first)
  else if (action === 'invite' && args.length === 2) {
    await invite(cells, env, { slug: first, email: addressOf(second), role })
  } else if (action === 'remove-factors' && args.length === 1) {
    await removeFactors(db, addressOf(first))
  } else if (action === 'delete' && args.length === 1) await deletePerson(cells, addressOf(first))
  else if (action === 'operator' && first === 'list' && args.length === 1) await listOperators(db)
  else if (action === 'operator' && first === 'grant' && args.length === 2) {
    await setOperator(db, addressOf(second), true)
  } else if (action === 'operator' && first === 'revoke' && args.length === 2) {
    await setOperator(db, addressOf(second), false)
  } else throw new OperatorError(`What is to be done?\n${USAGE}`)
  return true
})

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { role: { type: 'string', default: 'owner' } },
    })
    const [action, ...args] = positionals
    const role = ROLES.find((name) => name === values.role)
    if (!role) throw new OperatorError(`'${values.role}' is no role.`)
    return { action, args, role }
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

function addressOf(text: string): string {
  const address = text.trim().toLowerCase()
  if (!isEmail(address)) throw new OperatorError(`'${text}' is no e-mail address.`)
  return address
}

async function tenantOf(db: Database, slug: string) {
  const row = await db.registry
    .selectFrom('tenants')
    .select(['tenant_id as id', 'name'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!row) throw new OperatorError(`There is no organizer '${slug}'.`)
  return row
}

async function personOf(tx: PlatformTx, email: string) {
  const person = await tx
    .selectFrom('staff_people')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!person) throw new OperatorError(`${email} has no account.`)
  return person
}

async function list(cells: Cells, slug: string): Promise<void> {
  const { db } = cells.home()
  const tenant = await tenantOf(db, slug)
  const rows = await db.withPlatform(async (tx) => {
    const { members, invitations } = await cells.inTenantWithin(tx, tenant.id, async (inside) => ({
      members: await inside.selectFrom('staff_members').select(['person_id', 'role']).execute(),
      invitations: await inside.selectFrom('staff_invitations').select(['email', 'role']).execute(),
    }))
    const people = await tx.selectFrom('staff_people').select(['id', 'name', 'email']).execute()
    const named = new Map(people.map((person) => [person.id, person]))
    return [
      ...members.map(({ person_id, role }) => [
        role,
        named.get(person_id)?.email ?? person_id,
        named.get(person_id)?.name ?? '',
      ]),
      ...invitations.map(({ email, role }) => [role, email, '(invited)']),
    ]
  })
  process.stdout.write(rows.length > 0 ? formatTable(rows) : `Nobody works for '${slug}' yet.\n`)
}

/** Prints the link and queues the mail with it, so that it works without a mail server as well. */
async function invite(
  cells: Cells,
  env: Env,
  { slug, email, role }: { slug: string; email: string; role: Role },
): Promise<void> {
  const { db } = cells.home()
  const tenant = await tenantOf(db, slug)
  const context = { cells, secrets: createSecrets(env.appSecret), clock: systemClock }
  const invited = await db.withPlatform((tx) =>
    invitePerson(tx, context, { tenant, email, role, by: null }),
  )
  if (!invited.ok) throw new OperatorError(invited.refusal.message)
  const origin = env.publicUrl ?? `http://localhost:${env.port}`
  process.stdout.write(
    `${email} is invited to '${slug}' as ${role}. This link works once, within a week:\n` +
      `${linkUrl(origin, 'invitation', invited.value.token)}\n`,
  )
}

async function removeFactors(db: Database, email: string): Promise<void> {
  await db.withPlatform(async (tx) => {
    const { id } = await personOf(tx, email)
    for (const table of ['staff_totp', 'staff_passkeys', 'staff_recovery_codes'] as const) {
      await tx.deleteFrom(table).where('person_id', '=', id).execute()
    }
    await endSessions(tx, id)
  })
  process.stdout.write(
    `${email} signs in with the password alone now, and is signed out everywhere. Make sure that it ` +
      'was this person who asked.\n',
  )
}

/** Deletes an account and takes it off all teams. Refuses if a team would be without an owner. */
async function deletePerson(cells: Cells, email: string): Promise<void> {
  // It would stay on the teams of a cell that is away.
  assertAllOpened(cells)
  await cells.home().db.withPlatform(async (tx) => {
    const person = await personOf(tx, email)
    for (const { tenantId } of await membershipsOf(tx, cells, person.id)) {
      await cells.inTenantWithin(tx, tenantId, async (inside) => {
        const owners = await inside
          .selectFrom('staff_members')
          .select('person_id')
          .where('role', '=', 'owner')
          .orderBy('person_id')
          .forUpdate()
          .execute()
        if (owners.length === 1 && owners[0]?.person_id === person.id) {
          const name = await inside
            .selectFrom('tenants')
            .select('slug')
            .where('tenant_id', '=', tenantId)
            .executeTakeFirst()
          throw new OperatorError(
            `${email} is the last owner of '${name?.slug}'. Invite another owner first.`,
          )
        }
        const removed = await inside
          .deleteFrom('staff_members')
          .where('person_id', '=', person.id)
          .returning('role')
          .executeTakeFirst()
        if (!removed) return
        await writeAuditEntry(inside, {
          personId: null,
          action: 'member.removed',
          entityId: person.id,
          entityName: email,
          before: { role: removed.role },
        })
      })
    }
    await tx.deleteFrom('staff_links').where('email', '=', email).execute()
    await tx.deleteFrom('staff_mails').where('recipient', '=', email).execute()
    await tx.deleteFrom('staff_people').where('id', '=', person.id).execute()
  })
  process.stdout.write(`The account of ${email} is deleted. The audit logs keep its address.\n`)
}

async function listOperators(db: Database): Promise<void> {
  const rows = await db.registry
    .selectFrom('platform_operators as o')
    .innerJoin('staff_people as p', 'p.id', 'o.person_id')
    .select(['p.email', 'p.name'])
    .orderBy('p.email')
    .execute()
  process.stdout.write(
    rows.length > 0
      ? formatTable(rows.map(({ email, name }) => [email, name]))
      : 'There is no operator yet.\n',
  )
}

/**
 * Makes a person an operator, or ends that. The servers' role may not write these rows, so this is done
 * with the rights of the database's account.
 */
async function setOperator(db: Database, email: string, isOperator: boolean): Promise<void> {
  const isChanged = await db.withPlatform(async (tx) => {
    const { id } = await personOf(tx, email)
    await sql`set local role none`.execute(tx)
    const result = isOperator
      ? await sql`insert into platform_operators (person_id) values (${id})
          on conflict do nothing`.execute(tx)
      : await sql`delete from platform_operators where person_id = ${id}`.execute(tx)
    if (!result.numAffectedRows) return false
    await writeOperatorEntry(tx, {
      personId: null,
      action: isOperator ? 'operator.granted' : 'operator.revoked',
      tenantId: null,
      entityName: email,
      before: null,
      after: null,
    })
    return true
  })
  if (!isOperator) {
    process.stdout.write(`${email} is ${isChanged ? 'no longer' : 'not'} an operator.\n`)
  } else {
    process.stdout.write(
      `${email} is an operator${isChanged ? '' : ' already'}, and finds all organizers at /admin/platform. ` +
        'This needs a sign-in with a second factor: an authenticator app or a passkey.\n',
    )
  }
}
