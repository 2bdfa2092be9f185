import { granted, personalData, privacySettings, type ResultOf, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction } from '@foyer/domain'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { writeAuditEntry } from '../../engine/audit-log/write-entry.ts'
import { invalidField } from '../../engine/refusals.ts'
import { type Call, serve } from '../../http/endpoint.ts'
import { eraseBuyer } from '../../privacy/erase-buyer.ts'
import type { Buyer } from '../../privacy/find-buyer.ts'
import { exportConsents } from './export-consents.ts'
import { findPerson, presentPerson } from './person.ts'

/** One person's data: what is stored, as a file, and its erasure. */
export function personalDataRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  serve(app, context, personalData.findPerson, {
    handle: ({ tenant, body }) =>
      db.longWork.withTenant(tenant.id, async (tx) =>
        granted(presentPerson(await findPerson(tx, db, body.email))),
      ),
  })
  serve(app, context, personalData.exportPerson, { handle: exportPerson })
  serve(app, context, personalData.erasePerson, { handle: erasePerson })
  serve(app, context, privacySettings.exportConsents, { handle: exportConsents })
}

const exportPerson = ({
  context: { db, clock },
  tenant,
  principal,
  body,
}: Call<typeof personalData.exportPerson>): Promise<ResultOf<typeof personalData.exportPerson>> =>
  db.longWork.withTenant(tenant.id, async (tx) => {
    const { email } = body
    const { buyer, tables } = await findPerson(tx, db, email)
    await writeEntry(tx, 'person.exported', principal.session.personId, buyer)
    const file = {
      format: 'foyer-personal-data-1',
      organizer: tenant.name,
      email,
      exportedAt: clock().toISOString(),
      tables: Object.fromEntries(tables),
    }
    return granted({
      name: 'personal-data.json',
      text: `${JSON.stringify(file, null, 2)}\n`,
      rows: [...tables.values()].reduce((sum, rows) => sum + rows.length, 0),
    })
  })

/**
 * Erases a person. The entry of the audit log is committed before, so that no erasure goes without
 * one. What the person orders meanwhile stays and is reported: it was bought by somebody who expects
 * tickets.
 */
async function erasePerson({
  context: { db, cells },
  tenant,
  principal,
  body,
}: Call<typeof personalData.erasePerson>): Promise<ResultOf<typeof personalData.erasePerson>> {
  const { email } = body
  if (body.typed.trim().toLowerCase() !== email) {
    return invalidField('typed', `Type ${email} to erase this person.`)
  }
  const begun = await db.longWork.withTenant(tenant.id, async (tx) => {
    const { buyer } = await findPerson(tx, db, email)
    if (buyer.open.length > 0 && !body.evenOpen) {
      return refused(
        'erase_too_early',
        'Nothing was erased: something of this person is still open. Wait until it is over, or confirm that you erase anyway.',
        { open: buyer.open },
      )
    }
    await writeEntry(tx, 'person.erased', principal.session.personId, buyer)
    return granted(buyer)
  })
  if (!begun.ok) return begun
  const buyer = begun.value
  await eraseBuyer(db, cells, tenant.id, buyer)
  const left = await db.longWork.withTenant(tenant.id, (tx) => findPerson(tx, db, email))
  return granted({
    left: presentPerson(left),
    orders: buyer.orders.length,
    providerPayments: [...buyer.intentIds],
  })
}

/** How many orders an entry names. */
const NAMED_ORDERS = 50

/** Without the address: the log stays when the person is erased. Numbers of orders name nobody. */
const writeEntry = (tx: TenantTx, action: AuditAction, personId: string, buyer: Buyer) =>
  writeAuditEntry(tx, {
    personId,
    action,
    entityId: 'buyer',
    entityName: 'a buyer',
    after: {
      orders: buyer.orders.length,
      numbers: buyer.orders
        .slice(0, NAMED_ORDERS)
        .map(({ number }) => number)
        .join(', '),
      mails: buyer.mailCount,
    },
  })
