/**
 * `npm run db:types`: writes src/schema.ts from a database of its own, to which it applies the
 * migrations. A test compares the file with the migrations, so it can't go stale. (kysely-codegen was tried; it drives the TypeScript 5 compiler API, which 7 has not.)
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../src/embedded/index.ts'
import { migrate } from '../src/index.ts'

/** Columns whose type says more than the database knows. */
const NARROWED: Record<string, string> = {
  'events.category': 'EventCategory',
  'fee_sets.fee_type': "FeeSet['feeType']",
  'ticket_types.pricing_mode': "'dynamic' | 'fixed'",
  'sessions.status': 'SessionState',
  'bulk_changes.kind': 'BulkKind',
  'bulk_changes.state': 'BulkState',
  'bulk_changes.params': 'BulkParams',
  'bulk_changes.problems': 'BulkProblem[]',
  'session_disruptions.kind': 'DisruptionKind',
  'session_disruptions.unanswered': 'UnansweredDefault',
  'session_disruptions.state': "'listing' | 'working' | 'done' | 'superseded'",
  'disruption_answers.state': 'DisruptionAnswerState',
  'disruption_answers.answer': 'DisruptionAnswer',
  'disruption_answers.answered_by': "'buyer' | 'default'",
  'holds.state': 'HoldState',
  'payments.state': 'PaymentState',
  'disputes.state': 'DisputeStage',
  'provider_events.state': "'queued' | 'done' | 'ignored' | 'failed'",
  'provider_watermarks.kind': "'intents' | 'refunds' | 'disputes'",
  'refunds.kind': 'RefundKind',
  'refunds.state': 'RefundState',
  'money_ledger.kind': 'LedgerEntryKind',
  'money_ledger.account': 'LedgerAccount',
  'connected_accounts.requirements': 'AccountRequirements',
  'coupon_uses.state': 'CouponUseState',
  'coupon_uses.discounts': 'Discount[]',
  'coupon_uses.more_rules': 'FrozenRule[]',
  'checkout_rules.trigger_type': 'RuleTrigger',
  'checkout_rules.action': 'RuleAction',
  'checkout_rules.conditions': 'RuleConditions',
  'ticket_type_classes.class': 'TicketClass',
  'cart_rules.rules': 'FrozenRule[]',
  'holds.rules': 'FrozenRule[]',
  'cart_rules.rules_for_email': 'FrozenRule[]',
  'orders.status': 'OrderStatus',
  'order_changes.kind': 'OrderChangeKind',
  'order_changes.state': "'open' | 'done' | 'ended'",
  'order_changes.receipt': 'Quote',
  'order_changes.details': 'ChangeDetails',
  'order_changes.made_by': "'buyer' | 'organizer' | 'provider'",
  'order_add_ons.status': 'TicketStatus',
  'event_facts.line_up': 'LineUpEntry[]',
  'event_change_policies.policy': 'Partial<ChangePolicy>',
  'setting_previews.data': 'unknown',
  'tenants.change_policy': 'Partial<ChangePolicy>',
  'tickets.status': 'TicketStatus',
  'mails.state': 'MailState',
  'mails.kind': 'MailKind',
  'mails.data': 'MailData',
  'cart_contacts.contact': 'Contact',
  'cart_contacts.billing_address': 'Address',
  'holds.fee_set': 'FeeSet',
  'holds.tax_rate': 'TaxRate',
  'cart_add_ons.fee_set': 'FeeSet',
  'cart_add_ons.tax_rate': 'TaxRate',
  'tickets.charges': 'Charges',
  'order_add_ons.charges': 'Charges',
  'orders.contact': 'Contact',
  'orders.billing_address': 'Address',
  'orders.quote': 'Quote',
  'payments.quote': 'Quote',
  'session_rollups.types': 'RoomByType',
  'ticket_events.detail': 'Record<string, unknown>',
  'tenant_logos.media_type': "'image/svg+xml' | 'image/png'",
  'tenant_pages.slug': 'SitePageSlug',
  'job_turns.position': 'TurnPosition',
  'status_incidents.kind': 'IncidentKind',
  'staff_sessions.state': "'second_factor' | 'open'",
  'staff_sessions.factor': 'SignInFactor',
  'staff_links.kind': 'StaffLinkKind',
  'staff_mails.kind': 'StaffMailKind',
  'staff_mails.data': 'StaffMailData',
  'staff_mails.state': "'queued' | 'sent' | 'bounced' | 'failed'",
  'staff_members.role': 'Role',
  'staff_invitations.role': 'Role',
  'audit_log.action_type': 'AuditAction',
  'audit_log.entity_type': 'AuditEntity',
  'audit_log.before': 'AuditValues',
  'audit_log.after': 'AuditValues',
  'operator_log.action_type': 'OperatorAction',
  'operator_log.before': 'AuditValues',
  'operator_log.after': 'AuditValues',
  'connected_accounts.balances': 'CurrencyAmount[]',
}

const SCALARS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  _int4: 'number[]',
  float4: 'number',
  float8: 'number',
  // The driver hands a bigint over as text.
  int8: 'string',
  text: 'string',
  uuid: 'string',
  _uuid: 'string[]',
  _text: 'string[]',
  _timestamptz: 'Date[]',
  bytea: 'Buffer',
  bool: 'boolean',
  // Kept as text on purpose: see database.ts.
  date: 'string',
  datemultirange: 'string',
}

const HEADER = `// Generated from the migrations by scripts/generate-schema.ts. Do not edit.
import type {
  AccountRequirements,
  AuditAction,
  AuditEntity,
  AuditValues,
  BulkKind,
  BulkState,
  ChangeDetails,
  ChangePolicy,
  Charges,
  CouponUseState,
  CurrencyAmount,
  Discount,
  DisruptionAnswer,
  DisruptionAnswerState,
  DisruptionKind,
  DisputeStage,
  EventCategory,
  FeeSet,
  FrozenRule,
  HoldState,
  IncidentKind,
  LedgerAccount,
  LedgerEntryKind,
  LineUpEntry,
  MailData,
  MailKind,
  MailState,
  OperatorAction,
  OrderChangeKind,
  OrderStatus,
  PaymentState,
  Quote,
  RefundKind,
  RefundState,
  Role,
  RuleAction,
  RuleConditions,
  RuleTrigger,
  SessionState,
  SignInFactor,
  SitePageSlug,
  StaffLinkKind,
  StaffMailData,
  StaffMailKind,
  TaxRate,
  TicketClass,
  TicketStatus,
  UnansweredDefault,
} from '@foyer/domain'
import type { ColumnType } from 'kysely'
import type { Address, BulkParams, BulkProblem, Contact, RoomByType, TurnPosition } from './json.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>
type Always<T> = ColumnType<T, undefined, never>
type Timestamp = ColumnType<Date, Date | string, Date | string>
type DefaultedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>
type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
/** Read as the value, written as JSON text: the driver would turn a bare array into a PG array. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
`

interface Column {
  table_name: string
  column_name: string
  udt_name: string
  nullable: boolean
  defaulted: boolean
  always: boolean
}

function typeOf(column: Column): string {
  const name = `${column.table_name}.${column.column_name}`
  if (column.udt_name === 'timestamptz') {
    if (column.nullable) return 'NullableTimestamp'
    return column.defaulted ? 'DefaultedTimestamp' : 'Timestamp'
  }
  const base = NARROWED[name] ?? SCALARS[column.udt_name]
  if (!base) throw new Error(`No TypeScript type for ${name} (${column.udt_name})`)
  if (column.udt_name === 'jsonb') return `${column.nullable ? 'NullableJson' : 'Json'}<${base}>`
  const value = column.nullable ? `${base} | null` : base
  if (column.always) return `Always<${value}>`
  if (column.nullable) return value
  return column.defaulted ? `Defaulted<${base}>` : base
}

const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())

/** The text of src/schema.ts for the database at `url`, which must be migrated. */
export async function schemaText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(`
      select c.table_name, c.column_name, c.udt_name, c.is_nullable = 'YES' as nullable,
        c.column_default is not null or c.is_identity = 'YES' as defaulted,
        c.identity_generation is not distinct from 'ALWAYS' or c.is_generated = 'ALWAYS' as always
      from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      order by c.table_name, c.ordinal_position`)
    const tables = Map.groupBy(rows, (row) => row.table_name)
    const interfaces = [...tables].map(
      ([table, columns]) =>
        `export interface ${pascal(table)}Table {\n${columns
          .map((column) => `  ${column.column_name}: ${typeOf(column)}`)
          .join('\n')}\n}\n`,
    )
    const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table`)
    return `${HEADER}\n${interfaces.join('\n')}\nexport interface DB {\n${index.join('\n')}\n}\n`
  } finally {
    await client.end()
  }
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-schema-'))
  // As root, PostgreSQL runs under another account, which must be able to enter.
  await chmod(folder, 0o755)
  try {
    const database = await startEmbeddedPostgres({ dataDir: folder, durable: false })
    await migrate(database.url)
    await writeFile(new URL('../src/schema.ts', import.meta.url), await schemaText(database.url))
    await database.stop()
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
