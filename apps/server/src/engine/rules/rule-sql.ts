/** Rules in SQL, for batches and for quotes. */

/** A `JudgedRule` of `checkout_rules r` as JSON. */
export const JUDGED_RULE = `json_build_object('id', r.id, 'name', r.name,
  'conditions', r.conditions, 'action', r.action, 'combines', r.combines,
  'eventIds', case when not r.applies_to_all_events then array(
    select e.event_id from checkout_rule_events e
    where e.tenant_id = r.tenant_id and e.rule_id = r.id) end)`

/** The condition that a rule counts at a moment. */
export const inForceAt = (moment: string) => `r.is_active
  and (r.valid_from is null or r.valid_from <= ${moment})
  and (r.valid_until is null or r.valid_until > ${moment})`
export const IN_FORCE = inForceAt('statement_timestamp()')
/** The order in which rules are tried. */
export const IN_ORDER = 'r.priority desc, r.created_at, r.id'

/** Whether a tenant waives totals that are too small for a card. */
export const WAIVES_SMALL_TOTALS = (tenant: string) =>
  `(select t.waives_small_totals from tenants t where t.tenant_id = ${tenant})`

/** The automatic rules of a tenant that count as a JSON list. */
export const automaticRules = (tenant: string, isInForce: string) => `(
  select coalesce(json_agg(${JUDGED_RULE} order by ${IN_ORDER}), '[]')
  from checkout_rules r
  where r.tenant_id = ${tenant} and r.trigger_type = 'automatic' and ${isInForce})`
