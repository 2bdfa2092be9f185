import {
  type CouponReport,
  type couponReports,
  granted,
  REPORT_ROWS,
  type ReportFigures,
  type ReportSubject,
  type ResultOf,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { toMajor } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { invalidField } from '../../../engine/refusals.ts'
import { mapInSlices, readInSlices } from '../../../engine/slices.ts'
import type { Call } from '../../../http/endpoint.ts'
import { RULE_NOT_FOUND } from './change-rules.ts'
import { NO_CODE } from './codes.ts'
import { COUPON_GROUP_NOT_FOUND } from './groups.ts'

/** What coupon groups, codes and rules came to. The contract defines each figure. */

/** How many rows a file has. A group may have more codes, which were never used. */
const FILE_ROWS = 100_000

interface Subject {
  /** Names the subject; no row: it does not exist. */
  name: (id: string) => RawBuilder<{ name: string }>
  /** Which rule uses are its own. */
  uses: (id: string) => RawBuilder<boolean>
  /** The table that names its rows, and the column by which a use belongs to one. */
  part: { head: string; name: RawBuilder<string>; id: RawBuilder<string> }
  missing: typeof COUPON_GROUP_NOT_FOUND | typeof NO_CODE | typeof RULE_NOT_FOUND
}

const EVENT = { head: 'event', name: sql<string>`e.name`, id: sql<string>`e.id` }

const SUBJECTS: Record<ReportSubject, Subject> = {
  group: {
    name: (id) => sql`select name from coupon_groups where id = ${id}`,
    // Not by its rules: one that was given another group since was used with codes of this one.
    uses: (id) => sql`u.coupon_code_id in (select id from coupon_codes where group_id = ${id})`,
    part: { head: 'code', name: sql`c.code`, id: sql`c.id` },
    missing: COUPON_GROUP_NOT_FOUND,
  },
  code: {
    name: (id) => sql`select code as name from coupon_codes where id = ${id}`,
    uses: (id) => sql`u.coupon_code_id = ${id}`,
    part: EVENT,
    missing: NO_CODE,
  },
  rule: {
    name: (id) => sql`select name from checkout_rules where id = ${id}`,
    uses: (id) => sql`u.rule_id = ${id}`,
    part: EVENT,
    missing: RULE_NOT_FOUND,
  },
}

interface FigureRow extends Omit<ReportFigures, 'discountMinor' | 'revenueMinor'> {
  /** Null: a total. */
  id: string | null
  name: string | null
  rowCount: number
  discountMinor: string
  revenueMinor: string
}

interface Wanted {
  subject: ReportSubject
  subjectId: string
  from: string | undefined
  until: string | undefined
  most: number
}

/**
 * Totals, and rows beside them. An order has one event and at most one code, so rows add up to the totals;
 * several rules of a group may have taken something off one order.
 */
async function readReport(tx: TenantTx, wanted: Wanted): Promise<CouponReport | null> {
  const { name, uses, part } = SUBJECTS[wanted.subject]
  const found = (await name(wanted.subjectId).execute(tx)).rows[0]
  if (!found) return null
  const since = wanted.from ? sql`and u.applied_at >= ${wanted.from}` : sql``
  const before = wanted.until ? sql`and u.applied_at < ${wanted.until}` : sql``
  const figuresOfParts = sql<FigureRow>`
    with used as materialized (
      select u.tenant_id, u.order_id, u.coupon_code_id, sum(u.discount_minor) as discount
      from rule_usage u
      where u.tenant_id = (select current_tenant()) and ${uses(wanted.subjectId)} ${since} ${before}
      group by 1, 2, 3),
    sold as (
      select ${part.id} as id, ${part.name} as name, o.quote ->> 'currency' as currency, o.status,
        u.discount, t.tickets, p.revenue
      from used u
      join orders o on o.tenant_id = u.tenant_id and o.id = u.order_id
      join events e on e.tenant_id = o.tenant_id and e.id = o.event_id
      left join coupon_codes c on c.tenant_id = u.tenant_id and c.id = u.coupon_code_id
      cross join lateral (select count(*) as tickets from tickets t
        where t.tenant_id = o.tenant_id and t.order_id = o.id and t.status = 'VALID') t
      cross join lateral (select coalesce(sum(p.captured_minor - p.refunded_minor), 0) as revenue
        from payments p where p.tenant_id = o.tenant_id and p.order_id = o.id) p),
    summed as (
      select id, name, currency, count(*)::integer as "usageCount",
        count(*) filter (where status = 'PAID')::integer as "orderCount",
        sum(tickets)::integer as "ticketCount", sum(discount) as "discountMinor",
        sum(revenue) as "revenueMinor"
      from sold group by grouping sets ((currency), (currency, id, name))),
    placed as (
      select s.*, count(*) over (partition by id is null)::integer as "rowCount",
        row_number() over (partition by id is null
          order by "usageCount" desc, "discountMinor" desc, lower(name), id, currency) as position
      from summed s)
    select id, name, currency, "usageCount", "orderCount", "ticketCount", "discountMinor",
      "revenueMinor", "rowCount"
    from placed where position <= ${wanted.most} order by position`
  const rows = await readInSlices(tx, figuresOfParts, (row) => row)
  const totals: CouponReport['totals'] = []
  const parts: CouponReport['rows'] = []
  let rowCount = 0
  for (const { id, name: ofPart, rowCount: counted, ...row } of rows) {
    const figures = {
      ...row,
      discountMinor: Number(row.discountMinor),
      revenueMinor: Number(row.revenueMinor),
    }
    if (id === null) {
      totals.push(figures)
      continue
    }
    parts.push({ id, name: ofPart ?? '', ...figures })
    rowCount = counted
  }
  return { name: found.name, totals, rows: parts, rowCount }
}

type Refusal = ReturnType<typeof invalidField>

const emptySpan = ({ from, until }: { from?: string; until?: string }): Refusal | null =>
  from && until && Date.parse(from) >= Date.parse(until)
    ? invalidField('query.until', 'Must be after the start')
    : null

/** A report for the screen. It is read beside the requests of buyers: campaigns may be large. */
export async function getReport({
  context,
  tenant,
  params: { subject, subjectId },
  query: { from, until },
}: Call<typeof couponReports.getCouponReport>): Promise<
  ResultOf<typeof couponReports.getCouponReport>
> {
  const empty = emptySpan({ from, until })
  if (empty) return empty
  const report = await context.db.longWork.withSnapshot(tenant.id, (tx) =>
    readReport(tx, { subject, subjectId, from, until, most: REPORT_ROWS }),
  )
  return report ? granted(report) : SUBJECTS[subject].missing
}

/** All rows of a report as a table. */
export async function exportReport({
  context,
  tenant,
  params: { subject, subjectId },
  query: { from, until },
}: Call<typeof couponReports.exportCouponReport>): Promise<
  ResultOf<typeof couponReports.exportCouponReport>
> {
  const empty = emptySpan({ from, until })
  if (empty) return empty
  const { part, missing } = SUBJECTS[subject]
  const report = await context.db.longWork.withSnapshot(tenant.id, (tx) =>
    readReport(tx, { subject, subjectId, from, until, most: FILE_ROWS }),
  )
  if (!report) return missing
  return granted({
    name: `report-of-${subject}`,
    heads: [part.head, 'uses', 'orders', 'tickets', 'taken off', 'revenue', 'currency'],
    rows: await mapInSlices(report.rows, (row) => [
      ...[row.name, row.usageCount, row.orderCount, row.ticketCount],
      ...[toMajor(row.discountMinor, row.currency), toMajor(row.revenueMinor, row.currency)],
      row.currency,
    ]),
  })
}
