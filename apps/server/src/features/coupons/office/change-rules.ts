import {
  granted,
  type officeRules,
  type Result,
  type ResultOf,
  type RuleBody,
  refused,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import {
  hasConditionValue,
  type Parsed,
  parseAction,
  parseConditions,
  type RuleAction,
  type RuleConditions,
  type RuleProblem,
} from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import type { Tenant } from '../../../context.ts'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { selectRules } from './read-rules.ts'

/** Creating and changing checkout rules. A rule is switched off, never deleted: orders and carts name it. */

export const RULE_NOT_FOUND = refused(
  'checkout_rule_not_found',
  'This checkout rule does not exist.',
)

/** Refuses a rule with every field that does not fit. */
const refuseProblems = (problems: readonly RuleProblem[]) =>
  refused(
    'validation_failed',
    problems.map(({ path, reason }) => `${path}: ${reason}`).join('; '),
    { fields: problems.map(({ path: field, reason: message }) => ({ field, message })) },
  )

interface CheckedRule {
  conditions: RuleConditions
  action: RuleAction
}

/**
 * Reads what a form or a client sends; names every field that does not fit, and why. A rule that is stored
 * without conditions, from before they were asked for, may stay so.
 */
async function checkRule(
  tx: TenantTx,
  { currency }: Pick<Tenant, 'currency'>,
  body: RuleBody,
  mayHaveNone = false,
): Promise<Result<CheckedRule, 'validation_failed'>> {
  const { type } = body.conditions
  const conditions: Parsed<RuleConditions> =
    mayHaveNone && !hasConditionValue(body.conditions)
      ? { ok: true, value: { type, rules: [] } }
      : parseConditions(body.conditions)
  const action = parseAction(body.action, currency)
  const problems = [
    ...(conditions.ok ? [] : conditions.problems),
    ...(action.ok ? [] : action.problems),
    ...(await unknownParts(tx, body)),
  ]
  if (body.validFrom && body.validUntil && new Date(body.validFrom) >= new Date(body.validUntil)) {
    problems.push({ path: 'validUntil', reason: 'Must be after the time from which it is valid' })
  }
  return conditions.ok && action.ok && problems.length === 0
    ? granted({ conditions: conditions.value, action: action.value })
    : refuseProblems(problems)
}

/** What a rule names and the organizer does not have. */
async function unknownParts(tx: TenantTx, body: RuleBody): Promise<RuleProblem[]> {
  const problems: RuleProblem[] = []
  const { triggerType, couponGroupId, applyToAllEvents } = body
  if (triggerType === 'coupon_group') {
    const group = await sql`
      select from coupon_groups where id = ${couponGroupId}`.execute(tx)
    if (group.rows.length === 0) {
      const reason = couponGroupId ? 'This coupon group does not exist' : 'Choose a coupon group'
      problems.push({ path: 'couponGroupId', reason })
    }
  }
  if (!applyToAllEvents && body.applicableEvents.length === 0) {
    problems.push({ path: 'applicableEvents', reason: 'Choose at least one event' })
  }
  return [...problems, ...(await unknownEvents(tx, body)), ...(await unknownTypes(tx, body))]
}

async function unknownEvents(tx: TenantTx, body: RuleBody): Promise<RuleProblem[]> {
  const ids = eventsOf(body)
  const { rows } = await sql<{ id: string }>`
    select id from events where id = any(${ids}::uuid[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return ids
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: `applicableEvents.${body.applicableEvents.indexOf(id)}`,
      reason: 'This event does not exist any more',
    }))
}

async function unknownTypes(tx: TenantTx, { action }: RuleBody): Promise<RuleProblem[]> {
  if (action.type !== 'discount') return []
  const ids = action.discounts.map(({ ticketTypeId }) => ticketTypeId)
  const { rows } = await sql<{ id: string }>`
    select id::text from ticket_types where id::text = any(${ids}::text[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return ids.flatMap((id, index) =>
    id.includes('-') && !known.has(id)
      ? {
          path: `action.discounts.${index}.ticketTypeId`,
          reason: 'This ticket type does not exist any more',
        }
      : [],
  )
}

const eventsOf = ({ applyToAllEvents, applicableEvents }: RuleBody): string[] =>
  applyToAllEvents ? [] : [...new Set(applicableEvents)]

const columnsOf = (body: RuleBody, { conditions, action }: CheckedRule) => ({
  name: body.name,
  description: body.description,
  trigger_type: body.triggerType,
  coupon_group_id: body.triggerType === 'coupon_group' ? body.couponGroupId : null,
  priority: body.priority,
  conditions: JSON.stringify(conditions),
  action: JSON.stringify(action),
  combines: body.combines,
  is_active: body.isActive,
  applies_to_all_events: body.applyToAllEvents,
  valid_from: body.validFrom,
  valid_until: body.validUntil,
})

async function writeEvents(tx: TenantTx, tenantId: number, ruleId: string, body: RuleBody) {
  const eventIds = eventsOf(body)
  await sql`
    delete from checkout_rule_events
    where rule_id = ${ruleId} and not event_id = any(${eventIds}::uuid[])`.execute(tx)
  await sql`
    insert into checkout_rule_events (tenant_id, rule_id, event_id)
    select ${tenantId}, ${ruleId}, e from unnest(${eventIds}::uuid[]) e
    on conflict do nothing`.execute(tx)
}

/** Creates a rule. */
export const addRule = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof officeRules.createCheckoutRule>): Promise<
  ResultOf<typeof officeRules.createCheckoutRule>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const checked = await checkRule(tx, tenant, body)
    if (!checked.ok) return checked
    const id = newId()
    await tx
      .insertInto('checkout_rules')
      .values({ tenant_id: tenant.id, id, ...columnsOf(body, checked.value) })
      .execute()
    await writeEvents(tx, tenant.id, id, body)
    const [rule] = await selectRules(tx, tenant, [id])
    if (!rule) throw new Error('A checkout rule that was just created is gone')
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'checkout_rule.created',
      entityId: id,
      entityName: rule.name,
      after: auditChanges({}, auditedOf(rule))?.after ?? null,
    })
    return granted(rule)
  })

/** Changes a rule, unless somebody else has changed it since it was read. */
export const changeRule = ({
  context,
  tenant,
  principal,
  params: { ruleId },
  body: { version, ...body },
}: Call<typeof officeRules.changeCheckoutRule>): Promise<
  ResultOf<typeof officeRules.changeCheckoutRule>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await sql`select from checkout_rules where id = ${ruleId} for no key update`.execute(tx)
    const [before] = await selectRules(tx, tenant, [ruleId])
    if (!before) return RULE_NOT_FOUND
    const stale = changedSince(version, before)
    if (stale) return stale
    const checked = await checkRule(tx, tenant, body, before.conditions.rules.length === 0)
    if (!checked.ok) return checked
    await tx
      .updateTable('checkout_rules')
      .set(columnsOf(body, checked.value))
      .where('id', '=', ruleId)
      .execute()
    await writeEvents(tx, tenant.id, ruleId, body)
    const [after] = await selectRules(tx, tenant, [ruleId])
    if (!after) return RULE_NOT_FOUND
    const changes = auditChanges(auditedOf(before), auditedOf(after))
    if (changes) {
      await writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'checkout_rule.changed',
        entityId: ruleId,
        entityName: after.name,
        ...changes,
      })
    }
    return granted(after)
  })

/** What of a rule is edited. */
const auditedOf = ({
  id: _id,
  events: _events,
  ticketTypes: _types,
  usageCount: _uses,
  discountMinor: _discount,
  createdAt: _at,
  version: _version,
  ...edited
}: Awaited<ReturnType<typeof selectRules>>[number]) => edited
