// Generated from the migrations by scripts/generate-schema.ts. Do not edit.
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

export interface AccessCodeUsesTable {
  tenant_id: number
  id: Defaulted<string>
  code_id: string
  cart_id: string
  claimed_until: Timestamp
  order_id: string | null
}

export interface AccessCodesTable {
  tenant_id: number
  id: string
  event_id: string
  code: string
  label: Defaulted<string>
  starts_at: NullableTimestamp
  ends_at: NullableTimestamp
  opens_early: Defaulted<boolean>
  type_ids: Defaulted<string[]>
  max_uses: number | null
  revoked_at: NullableTimestamp
  created_at: DefaultedTimestamp
}

export interface AddOnsTable {
  tenant_id: number
  id: string
  event_id: string
  name: string
  description: string | null
  position: Defaulted<number>
  price_minor: number
  max_quantity: Defaulted<number>
  is_archived: Defaulted<boolean>
  fee_set_id: string | null
  tax_rate_id: string | null
}

export interface ArchivedEventsTable {
  tenant_id: number
  event_id: string
  archived_at: DefaultedTimestamp
}

export interface AuditLogTable {
  tenant_id: number
  id: string
  at: DefaultedTimestamp
  person_id: string | null
  action_type: AuditAction
  entity_type: AuditEntity
  entity_id: string
  entity_name: string
  before: NullableJson<AuditValues>
  after: NullableJson<AuditValues>
}

export interface BulkChangesTable {
  tenant_id: number
  id: string
  event_id: string
  kind: BulkKind
  state: Defaulted<BulkState>
  params: Json<BulkParams>
  session_ids: string[]
  starts_at: Date[]
  patterns: number[]
  total: number
  position: Defaulted<number>
  refused: Defaulted<number>
  problems: Json<BulkProblem[]>
  person_id: string
  created_at: DefaultedTimestamp
  finished_at: NullableTimestamp
  next_attempt_at: DefaultedTimestamp
}

export interface CartAddOnsTable {
  tenant_id: number
  cart_id: string
  hold_id: string
  add_on_id: string
  quantity: number
  unit_price_minor: number
  fee_set: NullableJson<FeeSet>
  tax_rate: NullableJson<TaxRate>
}

export interface CartConsentsTable {
  tenant_id: number
  cart_id: string
  terms_version: number | null
  marketing_text: string | null
  accepted_at: DefaultedTimestamp
}

export interface CartContactsTable {
  tenant_id: number
  cart_id: string
  contact: Json<Contact>
  billing_address: Json<Address>
  created_at: DefaultedTimestamp
}

export interface CartItemsTable {
  tenant_id: number
  id: string
  browser_id: string
  event_id: string
  ticket_type_id: string
  quantity: number
}

export interface CartRulesTable {
  tenant_id: number
  cart_id: string
  hold_id: string
  judged_at: Timestamp
  rules: Json<FrozenRule[]>
  rules_for_email: NullableJson<FrozenRule[]>
}

export interface CheckoutRuleEventsTable {
  tenant_id: number
  rule_id: string
  event_id: string
}

export interface CheckoutRulesTable {
  tenant_id: number
  id: string
  name: string
  description: Defaulted<string>
  trigger_type: RuleTrigger
  coupon_group_id: string | null
  priority: Defaulted<number>
  action: Json<RuleAction>
  is_active: Defaulted<boolean>
  applies_to_all_events: Defaulted<boolean>
  valid_from: NullableTimestamp
  valid_until: NullableTimestamp
  created_at: DefaultedTimestamp
  conditions: Json<RuleConditions>
  combines: Defaulted<boolean>
}

export interface ComplimentaryOrdersTable {
  tenant_id: number
  order_id: string
  person_id: string
  reason: string
  note: string
}

export interface ConnectedAccountsTable {
  tenant_id: number
  account_id: string
  connected_at: DefaultedTimestamp
  disconnected_at: NullableTimestamp
  charges_enabled: Defaulted<boolean>
  payouts_enabled: Defaulted<boolean>
  details_submitted: Defaulted<boolean>
  requirements: Json<AccountRequirements>
  country: string | null
  currency: string | null
  is_live: boolean
  checked_at: DefaultedTimestamp
  platform_fee_ppm: number
  platform_fee_fixed_minor: number
  balances: NullableJson<CurrencyAmount[]>
}

export interface CouponCodesTable {
  tenant_id: number
  id: string
  group_id: string
  code: string
  usage_limit: Defaulted<number>
  usage_count: Defaulted<number>
  is_active: Defaulted<boolean>
  created_at: DefaultedTimestamp
}

export interface CouponGroupsTable {
  tenant_id: number
  id: string
  name: string
  description: Defaulted<string>
  is_active: Defaulted<boolean>
  created_at: DefaultedTimestamp
}

export interface CouponUsesTable {
  tenant_id: number
  id: string
  code_id: string
  rule_id: string
  event_id: string
  cart_id: string
  hold_id: string
  discounts: Json<Discount[]>
  state: CouponUseState
  order_id: string | null
  discount_minor: number | null
  created_at: DefaultedTimestamp
  judged_at: DefaultedTimestamp
  claimed_until: DefaultedTimestamp
  more_rules: NullableJson<FrozenRule[]>
}

export interface CustomerCartsTable {
  tenant_id: number
  cart_id: string
  customer_id: string
}

export interface DayRollupsTable {
  tenant_id: number
  event_id: string
  local_date: string
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  room: number | null
  capacity: number | null
  next_change_at: NullableTimestamp
  version: string
  is_on_sale: Defaulted<boolean>
  opens_at: NullableTimestamp
  turns_at: NullableTimestamp
  first_start: NullableTimestamp
}

export interface DisputesTable {
  tenant_id: number
  id: string
  payment_id: string
  amount_minor: number
  currency: string
  state: DisputeStage
}

export interface DisruptionAnswersTable {
  tenant_id: number
  disruption_id: string
  order_id: string
  state: Defaulted<DisruptionAnswerState>
  answer: DisruptionAnswer | null
  answered_by: 'buyer' | 'default' | null
  refund_minor: Defaulted<number>
  problem: string | null
  asked_at: NullableTimestamp
  answered_at: NullableTimestamp
  settled_at: NullableTimestamp
}

export interface EventChangePoliciesTable {
  tenant_id: number
  event_id: string
  policy: Json<Partial<ChangePolicy>>
}

export interface EventFactsTable {
  tenant_id: number
  event_id: string
  doors_minutes: number | null
  minimum_age: number | null
  age_note: string | null
  access_notes: Defaulted<string[]>
  line_up: NullableJson<LineUpEntry[]>
  story: string | null
  is_transferable: boolean | null
}

export interface EventListingsTable {
  tenant_id: number
  event_id: string
  category: string
  city: string
  sort_name: string
  is_published: boolean
  currency: Defaulted<string>
  next_start: NullableTimestamp
  session_count: Defaulted<number>
  days: Defaulted<string>
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  last_start: NullableTimestamp
  venue_id: string
  timezone: Defaulted<string>
  price_ends_at: NullableTimestamp
  first_start: NullableTimestamp
}

export interface EventPicturesTable {
  tenant_id: number
  event_id: string
  hash: string
  alt: string
}

export interface EventSalesTable {
  tenant_id: number
  event_id: string
  opens_at: NullableTimestamp
  closes_at: NullableTimestamp
  cutoff_minutes: Defaulted<number>
  paused_at: NullableTimestamp
  pause_note: string | null
  min_per_order: number | null
  max_per_order: number | null
  max_per_customer: number | null
}

export interface EventTextWordsTable {
  tenant_id: number
  word: string
  event_id: string
}

export interface EventWordsTable {
  tenant_id: number
  word: string
  event_id: string
  weight: number
}

export interface EventsTable {
  tenant_id: number
  id: string
  venue_id: string
  fee_set_id: string | null
  name: string
  description: string | null
  category: Defaulted<EventCategory>
  currency: Defaulted<string>
  is_timed_entry: Defaulted<boolean>
  use_continuous_calendar: Defaulted<boolean>
  show_price_difference: Defaulted<boolean>
  is_published: Defaulted<boolean>
  created_at: DefaultedTimestamp
  important_information: string[] | null
}

export interface FeeSetsTable {
  tenant_id: number
  id: string
  name: string
  is_active: Defaulted<boolean>
  fee_type: FeeSet['feeType']
  flat_minor: Defaulted<number>
  rate_ppm: Defaulted<number>
  is_absorbed: Defaulted<boolean>
  tax_rate_id: string | null
}

export interface HoldsTable {
  tenant_id: number
  id: string
  cart_id: string
  session_id: string
  ticket_type_id: string
  quantity: number
  unit_price_minor: number
  fee_set: NullableJson<FeeSet>
  state: Defaulted<HoldState>
  customer_identifier: string | null
  request_key: string | null
  request_hash: string | null
  created_at: Timestamp
  expires_at: Timestamp
  reclaim_at: Timestamp
  browser_id: string
  cart_number: string
  order_id: string | null
  line: Defaulted<number>
  more_time_keys: string[] | null
  tax_rate: NullableJson<TaxRate>
  rules: NullableJson<FrozenRule[]>
}

export interface JobTurnsTable {
  tenant_id: number
  job: string
  due_at: Timestamp
  position: Json<TurnPosition>
}

export interface LimitCountsTable {
  process: string
  limit_name: string
  key: string
  count: number
  ends_at: Timestamp
}

export interface LinkPreviewsTable {
  tenant_id: number
  subject: string
  version: string
  bytes: Buffer
  created_at: DefaultedTimestamp
}

export interface MailsTable {
  tenant_id: number
  id: string
  kind: Defaulted<MailKind>
  order_id: string | null
  payment_id: string | null
  recipient: string
  recipient_key: string | null
  data: Json<MailData>
  is_resend: Defaulted<boolean>
  once_key: string | null
  state: Defaulted<MailState>
  attempts: Defaulted<number>
  last_error: string | null
  next_attempt_at: DefaultedTimestamp
  released_at: NullableTimestamp
  sent_at: NullableTimestamp
  provider_message_id: string | null
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface MoneyLedgerTable {
  tenant_id: number
  id: Always<string>
  kind: LedgerEntryKind
  source_id: string
  account: LedgerAccount
  currency: string
  amount_minor: number
  at: DefaultedTimestamp
}

export interface MoneyProblemsTable {
  tenant_id: number
  kind: string
  subject: string
  details: string
  found_at: DefaultedTimestamp
  account_id: string | null
}

export interface OperatorLogTable {
  id: string
  at: DefaultedTimestamp
  person_id: string | null
  action_type: OperatorAction
  organizer_id: number | null
  entity_name: string
  before: NullableJson<AuditValues>
  after: NullableJson<AuditValues>
}

export interface OrderAddOnsTable {
  tenant_id: number
  id: string
  order_id: string
  add_on_id: string
  name: string
  quantity: number
  price_minor: number
  status: Defaulted<TicketStatus>
  fee_minor: Defaulted<number>
  charges: NullableJson<Charges>
}

export interface OrderChangesTable {
  tenant_id: number
  id: string
  order_id: string
  kind: OrderChangeKind
  state: 'open' | 'done' | 'ended'
  sequence: number | null
  receipt: Json<Quote>
  details: Json<ChangeDetails>
  due_minor: Defaulted<number>
  refund_minor: Defaulted<number>
  credit_minor: Defaulted<number>
  kept_minor: Defaulted<number>
  change_fee_minor: Defaulted<number>
  reason: string | null
  made_by: 'buyer' | 'organizer' | 'provider'
  created_at: DefaultedTimestamp
  done_at: NullableTimestamp
}

export interface OrderConsentsTable {
  tenant_id: number
  order_id: string
  terms_version: number | null
  marketing_text: string | null
  accepted_at: Timestamp
  marketing_revoked_at: NullableTimestamp
}

export interface OrderItemsTable {
  tenant_id: number
  id: string
  order_id: string
  ticket_type_id: string
  quantity: number
  unit_price_minor: number
}

export interface OrderLinkEndsTable {
  tenant_id: number
  order_id: string
  times: number
}

export interface OrderLookupsTable {
  tenant_id: number
  id: string
  email: string
  code_hash: string | null
  link_hash: string | null
  tries: Defaulted<number>
  created_at: DefaultedTimestamp
}

export interface OrderNotesTable {
  tenant_id: number
  id: string
  order_id: string
  person_id: string
  note: string
  created_at: DefaultedTimestamp
}

export interface OrderTagsTable {
  tenant_id: number
  order_id: string
  tag: string
}

export interface OrderWordsTable {
  tenant_id: number
  word: string
  order_id: string
}

export interface OrdersTable {
  tenant_id: number
  id: string
  browser_id: string
  cart_id: string
  cart_number: string
  event_id: string
  session_id: string
  status: Defaulted<OrderStatus>
  email: string
  contact: Json<Contact>
  billing_address: Json<Address>
  quote: Json<Quote>
  total_minor: number
  created_at: DefaultedTimestamp
  erased_at: NullableTimestamp
  phone_key: Always<string | null>
  postal_key: Always<string | null>
}

export interface PaymentCardsTable {
  tenant_id: number
  payment_id: string
  brand: string
  last4: string
}

export interface PaymentsTable {
  tenant_id: number
  id: string
  cart_id: string
  event_id: string
  intent_id: string | null
  amount_minor: number
  currency: string
  hold_ids: string[]
  quote: Json<Quote>
  state: Defaulted<PaymentState>
  last_error: string | null
  attempts: Defaulted<number>
  next_check_at: NullableTimestamp
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
  captured_minor: number | null
  refunded_minor: Defaulted<number>
  decline_code: string | null
  decline_message: string | null
  intent_attempts: Defaulted<number>
  order_id: string | null
  change_of_order_id: string | null
  account_id: string | null
  platform_fee_ppm: number | null
  platform_fee_fixed_minor: number | null
  platform_fee_minor: number | null
}

export interface PictureFilesTable {
  tenant_id: number
  hash: string
  file: string
  bytes: Buffer
}

export interface PicturesTable {
  tenant_id: number
  hash: string
  width: number
  height: number
  focus_x: number
  focus_y: number
  unused_since: NullableTimestamp
  created_at: DefaultedTimestamp
}

export interface PlatformOperatorsTable {
  person_id: string
  granted_at: DefaultedTimestamp
}

export interface ProviderEventsTable {
  id: string
  type: string
  object_id: string | null
  intent_id: string | null
  received_at: DefaultedTimestamp
  state: Defaulted<'queued' | 'done' | 'ignored' | 'failed'>
  attempts: Defaulted<number>
  next_attempt_at: DefaultedTimestamp
  last_error: string | null
  account_id: string | null
}

export interface ProviderWatermarksTable {
  kind: 'intents' | 'refunds' | 'disputes'
  reached_at: NullableTimestamp
  claimed_until: DefaultedTimestamp
  account_id: Defaulted<string>
}

export interface RefundsTable {
  tenant_id: number
  id: string
  payment_id: string
  order_id: string | null
  kind: RefundKind
  amount_minor: number
  fee_minor: Defaulted<number>
  currency: string
  with_fees: boolean
  ticket_ids: Defaulted<string[]>
  reason: string | null
  request_key: string
  state: Defaulted<RefundState>
  provider_refund_id: string | null
  bounces: Defaulted<number>
  key_number: Defaulted<number>
  attempts: Defaulted<number>
  next_attempt_at: DefaultedTimestamp
  last_error: string | null
  created_at: DefaultedTimestamp
  settled_at: NullableTimestamp
  platform_fee_minor: Defaulted<number>
  tax_minor: Defaulted<number>
  fee_tax_minor: Defaulted<number>
}

export interface RuleUsageTable {
  tenant_id: number
  id: string | null
  rule_id: string
  order_id: string
  coupon_code_id: string | null
  discount_minor: number
  applied_at: DefaultedTimestamp
}

export interface SalesCountedTable {
  tenant_id: number
  last_order_id: string
  last_entry_id: string
  counted_at: DefaultedTimestamp
}

export interface SalesDaysTable {
  tenant_id: number
  day: string
  currency: string
  orders: Defaulted<number>
  tickets: Defaulted<number>
  charged_minor: Defaulted<string>
  refunded_minor: Defaulted<string>
  platform_fee_minor: Defaulted<string>
}

export interface SampleEventsTable {
  tenant_id: number
  event_id: string
}

export interface SampleVenuesTable {
  tenant_id: number
  venue_id: string
}

export interface SchemaMigrationsTable {
  name: string
  body: string
  applied_at: DefaultedTimestamp
}

export interface SessionDisruptionsTable {
  tenant_id: number
  id: string
  session_id: string
  event_id: string
  kind: DisruptionKind
  from_starts_at: Timestamp
  to_starts_at: NullableTimestamp
  message: string | null
  answer_by: NullableTimestamp
  unanswered: UnansweredDefault
  state: Defaulted<'listing' | 'working' | 'done' | 'superseded'>
  list_again_at: NullableTimestamp
  ask_next_at: DefaultedTimestamp
  next_attempt_at: DefaultedTimestamp
  created_at: DefaultedTimestamp
  stopped_at: NullableTimestamp
}

export interface SessionMessagesTable {
  tenant_id: number
  id: string
  session_id: string
  person_id: string
  subject: string
  body: string
  mail_ids: string[]
  created_at: DefaultedTimestamp
}

export interface SessionPricesTable {
  tenant_id: number
  session_id: string
  ticket_type_id: string
  price_minor: number
}

export interface SessionRollupsTable {
  tenant_id: number
  session_id: string
  event_id: string
  local_date: string
  room: number | null
  types: Json<RoomByType>
  version: string
}

export interface SessionVenueRoomsTable {
  tenant_id: number
  session_id: string
  room_id: string
}

export interface SessionsTable {
  tenant_id: number
  id: string
  event_id: string
  starts_at: Timestamp
  ends_at: Timestamp
  local_date: string
  status: Defaulted<SessionState>
  display_name: Defaulted<string>
  sales_open_at: NullableTimestamp
  sales_close_at: NullableTimestamp
  cutoff_minutes: number | null
}

export interface SettingPreviewsTable {
  tenant_id: number
  session_id: string
  subject: string
  data: Json<unknown>
  ends_at: Timestamp
}

export interface StaffAttemptsTable {
  key: string
  failures: number
  wait_until: Timestamp
  last_at: DefaultedTimestamp
}

export interface StaffBrowsersTable {
  person_id: string
  digest: string
  seen_at: DefaultedTimestamp
}

export interface StaffChallengesTable {
  digest: string
  person_id: string | null
  ends_at: Timestamp
}

export interface StaffInvitationsTable {
  tenant_id: number
  id: string
  email: string
  role: Role
  invited_by: string | null
  sent_at: DefaultedTimestamp
  ends_at: Timestamp
}

export interface StaffLinksTable {
  digest: string
  kind: StaffLinkKind
  email: string
  name: Defaulted<string>
  invitation_tenant: number | null
  invitation_id: string | null
  made_at: DefaultedTimestamp
  ends_at: Timestamp
}

export interface StaffMailsTable {
  id: string
  kind: StaffMailKind
  recipient: string
  data: Json<StaffMailData>
  sealed_token: string | null
  state: Defaulted<'queued' | 'sent' | 'bounced' | 'failed'>
  attempts: Defaulted<number>
  next_attempt_at: DefaultedTimestamp
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
  last_error: string | null
}

export interface StaffMembersTable {
  tenant_id: number
  person_id: string
  role: Role
  joined_at: DefaultedTimestamp
}

export interface StaffPasskeysTable {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: string
  transports: string[]
  name: string
  made_at: DefaultedTimestamp
  used_at: NullableTimestamp
}

export interface StaffPeopleTable {
  id: string
  email: string
  name: string
  password_hash: string
  password_changed_at: DefaultedTimestamp
  made_at: DefaultedTimestamp
}

export interface StaffRecoveryCodesTable {
  person_id: string
  digest: string
}

export interface StaffSessionsTable {
  digest: string
  id: string
  person_id: string
  state: 'second_factor' | 'open'
  factor: SignInFactor
  signed_in_at: Timestamp
  seen_at: Timestamp
  ends_at: Timestamp
  tries: Defaulted<number>
  device: string
  network: string
}

export interface StaffTotpTable {
  person_id: string
  secret: string | null
  pending_secret: string | null
  last_step: Defaulted<string>
}

export interface StatusAuditsTable {
  tenant_id: number
  at: Timestamp
  differences: number
  oversold: number
}

export interface StatusDaysTable {
  day: string
  first_minute: Timestamp
  measured_until: Timestamp
  up_minutes: number
  errors: number
  latencies: number[]
  hold_latencies: number[]
}

export interface StatusIncidentsTable {
  id: Always<string>
  kind: IncidentKind
  began_at: Timestamp
  ended_at: NullableTimestamp
  note: Defaulted<string>
}

export interface StatusSamplesTable {
  minute: Timestamp
  process: string
  probes: number
  failed_probes: number
  answers: number
  errors: number
  latencies: number[]
  hold_latencies: number[]
}

export interface StockTable {
  tenant_id: number
  session_id: string
  pool_id: string
  capacity: number | null
  held: Defaulted<number>
  sold: Defaulted<number>
  add_on_id: string | null
  of_session_id: Always<string | null>
  places: Defaulted<number>
  group_id: string | null
}

export interface StockLedgerTable {
  tenant_id: number
  id: Always<string>
  session_id: string
  ticket_type_id: string
  kind: string
  held_delta: number
  sold_delta: number
  at: DefaultedTimestamp
  hold_ids: string[]
  batch_id: string | null
}

export interface StockLedgerSumsTable {
  tenant_id: number
  session_id: string
  ticket_type_id: string
  kind: string
  held_delta: string
  sold_delta: string
  until: Timestamp
}

export interface SystemConfigurationTable {
  config_key: string
  config_value: string
  description: string
  changed_at: DefaultedTimestamp
}

export interface TaxRatesTable {
  tenant_id: number
  id: string
  name: string
  rate_ppm: number
  is_inclusive: boolean
  is_default: Defaulted<boolean>
  is_archived: Defaulted<boolean>
}

export interface TenantCellsTable {
  tenant_id: number
  cell: string
  changed_at: DefaultedTimestamp
}

export interface TenantDomainClaimsTable {
  tenant_id: number
  host: string
  made_at: DefaultedTimestamp
}

export interface TenantDomainProofsTable {
  tenant_id: number
  host: string
  seen_at: Timestamp
  missing_since: NullableTimestamp
}

export interface TenantDomainsTable {
  tenant_id: number
  host: string
  is_main: Defaulted<boolean>
}

export interface TenantLogosTable {
  tenant_id: number
  file: string
  media_type: 'image/svg+xml' | 'image/png'
  bytes: Buffer
  made_at: DefaultedTimestamp
}

export interface TenantMovesTable {
  id: string
  tenant_id: number
  from_cell: string
  to_cell: string
  step: string
  began_at: DefaultedTimestamp
  ended_at: NullableTimestamp
  pause_ms: number | null
}

export interface TenantPagesTable {
  tenant_id: number
  slug: SitePageSlug
  title: string
  body: string
  updated_at: DefaultedTimestamp
}

export interface TenantsTable {
  tenant_id: Defaulted<number>
  slug: string
  is_default: Defaulted<boolean>
  name: string
  tagline: Defaulted<string>
  hue: number
  currency: Defaulted<string>
  locale: Defaulted<string>
  support_email: string
  footer_text: Defaulted<string>
  instagram_url: string | null
  facebook_url: string | null
  x_url: string | null
  logo_file: string | null
  has_coupons: Defaulted<boolean>
  created_at: DefaultedTimestamp
  change_policy: NullableJson<Partial<ChangePolicy>>
  order_lookup: Defaulted<string>
  takes_charges: Defaulted<boolean>
  sender_name: Defaulted<string>
  sender_email: string | null
  reply_to: string | null
  time_zone: Defaulted<string>
  important_information: string[] | null
  changed_at: DefaultedTimestamp
  trial_until: NullableTimestamp
  suspended_at: NullableTimestamp
  suspension_reason: string | null
  platform_fee_ppm: number | null
  platform_fee_fixed_minor: number | null
  test_of: number | null
  terms_version: number | null
  marketing_text: string | null
  asks_marketing: Defaulted<boolean>
  keep_paid_years: number | null
  keep_free_years: number | null
  waives_small_totals: Defaulted<boolean>
}

export interface TermsVersionsTable {
  tenant_id: number
  version: number
  title: string
  body: string
  made_at: DefaultedTimestamp
}

export interface TestCopiesTable {
  tenant_id: number
  event_id: string
  copy_id: string
  made_at: DefaultedTimestamp
}

export interface TicketEventsTable {
  tenant_id: number
  ticket_id: string
  id: Always<string>
  kind: string
  at: DefaultedTimestamp
  detail: Json<Record<string, unknown>>
}

export interface TicketGroupsTable {
  tenant_id: number
  id: string
  event_id: string
  name: string
  description: string | null
  is_archived: Defaulted<boolean>
  position: Defaulted<number>
  capacity: number | null
}

export interface TicketTypeClassesTable {
  tenant_id: number
  ticket_type_id: string
  class: TicketClass
}

export interface TicketTypeSalesTable {
  tenant_id: number
  ticket_type_id: string
  event_id: string
  sales_open_at: NullableTimestamp
  sales_close_at: NullableTimestamp
  is_hidden: Defaulted<boolean>
  min_quantity: Defaulted<number>
  quantity_step: Defaulted<number>
  max_per_customer: number | null
}

export interface TicketTypeTaxesTable {
  tenant_id: number
  ticket_type_id: string
  event_id: string
  tax_rate_id: string
}

export interface TicketTypesTable {
  tenant_id: number
  id: string
  event_id: string
  group_id: string
  fee_set_id: string | null
  name: string
  description: string | null
  position: Defaulted<number>
  pricing_mode: Defaulted<'dynamic' | 'fixed'>
  price_minor: Defaulted<number>
  max_quantity: Defaulted<number>
  display_price: string | null
  is_archived: Defaulted<boolean>
  picture_hash: string | null
  places: Defaulted<number>
}

export interface TicketsTable {
  tenant_id: number
  id: string
  order_id: string
  event_id: string
  session_id: string
  ticket_type_id: string
  number: number
  type_name: string
  price_minor: number
  status: Defaulted<TicketStatus>
  validation_code: string
  redeemed_at: NullableTimestamp
  created_at: DefaultedTimestamp
  discount_minor: Defaulted<number>
  fee_minor: Defaulted<number>
  revision: Defaulted<number>
  replaced_by: string | null
  charges: NullableJson<Charges>
  places: Defaulted<number>
}

export interface VenueFactsTable {
  tenant_id: number
  venue_id: string
  latitude: number | null
  longitude: number | null
  description: string | null
  getting_there: Defaulted<string[]>
  access_notes: Defaulted<string[]>
}

export interface VenuePicturesTable {
  tenant_id: number
  venue_id: string
  hash: string
  alt: string
}

export interface VenueRoomsTable {
  tenant_id: number
  id: string
  venue_id: string
  name: string
  capacity: number
  position: Defaulted<number>
}

export interface VenuesTable {
  tenant_id: number
  id: string
  name: string
  street_address: Defaulted<string>
  city: Defaulted<string>
  state: Defaulted<string>
  postal_code: Defaulted<string>
  country: Defaulted<string>
  timezone: string
  created_at: DefaultedTimestamp
  updated_at: DefaultedTimestamp
}

export interface WaiverSignaturesTable {
  tenant_id: number
  order_id: string
  ticket_number: number
  id: string
  event_id: string
  text_version: number
  participant_name: string
  email: string
  guardian_name: string | null
  signature_kind: string
  signature: string
  signed_at: Timestamp
  sha256: string
  place: Defaulted<number>
}

export interface WaiverTextsTable {
  tenant_id: number
  event_id: string
  version: number
  body: string | null
  created_at: DefaultedTimestamp
}

export interface WalletDevicesTable {
  tenant_id: number
  device_key: string
  push_token: string
}

export interface WalletPassesTable {
  tenant_id: number
  order_id: string
  ticket_number: number
  wallet: string
  changed_at: DefaultedTimestamp
}

export interface WalletRegistrationsTable {
  tenant_id: number
  device_key: string
  order_id: string
  ticket_number: number
}

export interface WalletUpdatesTable {
  tenant_id: number
  id: Defaulted<string>
  wallet: string
  target: string
  changes: Defaulted<number>
  attempts: Defaulted<number>
  next_attempt_at: DefaultedTimestamp
  created_at: DefaultedTimestamp
  last_error: string | null
}

export interface WordGramsTable {
  tenant_id: number
  gram: string
  word: string
}

export interface WordSpellingsTable {
  tenant_id: number
  word: string
  spelled: string
}

export interface DB {
  access_code_uses: AccessCodeUsesTable
  access_codes: AccessCodesTable
  add_ons: AddOnsTable
  archived_events: ArchivedEventsTable
  audit_log: AuditLogTable
  bulk_changes: BulkChangesTable
  cart_add_ons: CartAddOnsTable
  cart_consents: CartConsentsTable
  cart_contacts: CartContactsTable
  cart_items: CartItemsTable
  cart_rules: CartRulesTable
  checkout_rule_events: CheckoutRuleEventsTable
  checkout_rules: CheckoutRulesTable
  complimentary_orders: ComplimentaryOrdersTable
  connected_accounts: ConnectedAccountsTable
  coupon_codes: CouponCodesTable
  coupon_groups: CouponGroupsTable
  coupon_uses: CouponUsesTable
  customer_carts: CustomerCartsTable
  day_rollups: DayRollupsTable
  disputes: DisputesTable
  disruption_answers: DisruptionAnswersTable
  event_change_policies: EventChangePoliciesTable
  event_facts: EventFactsTable
  event_listings: EventListingsTable
  event_pictures: EventPicturesTable
  event_sales: EventSalesTable
  event_text_words: EventTextWordsTable
  event_words: EventWordsTable
  events: EventsTable
  fee_sets: FeeSetsTable
  holds: HoldsTable
  job_turns: JobTurnsTable
  limit_counts: LimitCountsTable
  link_previews: LinkPreviewsTable
  mails: MailsTable
  money_ledger: MoneyLedgerTable
  money_problems: MoneyProblemsTable
  operator_log: OperatorLogTable
  order_add_ons: OrderAddOnsTable
  order_changes: OrderChangesTable
  order_consents: OrderConsentsTable
  order_items: OrderItemsTable
  order_link_ends: OrderLinkEndsTable
  order_lookups: OrderLookupsTable
  order_notes: OrderNotesTable
  order_tags: OrderTagsTable
  order_words: OrderWordsTable
  orders: OrdersTable
  payment_cards: PaymentCardsTable
  payments: PaymentsTable
  picture_files: PictureFilesTable
  pictures: PicturesTable
  platform_operators: PlatformOperatorsTable
  provider_events: ProviderEventsTable
  provider_watermarks: ProviderWatermarksTable
  refunds: RefundsTable
  rule_usage: RuleUsageTable
  sales_counted: SalesCountedTable
  sales_days: SalesDaysTable
  sample_events: SampleEventsTable
  sample_venues: SampleVenuesTable
  schema_migrations: SchemaMigrationsTable
  session_disruptions: SessionDisruptionsTable
  session_messages: SessionMessagesTable
  session_prices: SessionPricesTable
  session_rollups: SessionRollupsTable
  session_venue_rooms: SessionVenueRoomsTable
  sessions: SessionsTable
  setting_previews: SettingPreviewsTable
  staff_attempts: StaffAttemptsTable
  staff_browsers: StaffBrowsersTable
  staff_challenges: StaffChallengesTable
  staff_invitations: StaffInvitationsTable
  staff_links: StaffLinksTable
  staff_mails: StaffMailsTable
  staff_members: StaffMembersTable
  staff_passkeys: StaffPasskeysTable
  staff_people: StaffPeopleTable
  staff_recovery_codes: StaffRecoveryCodesTable
  staff_sessions: StaffSessionsTable
  staff_totp: StaffTotpTable
  status_audits: StatusAuditsTable
  status_days: StatusDaysTable
  status_incidents: StatusIncidentsTable
  status_samples: StatusSamplesTable
  stock: StockTable
  stock_ledger: StockLedgerTable
  stock_ledger_sums: StockLedgerSumsTable
  system_configuration: SystemConfigurationTable
  tax_rates: TaxRatesTable
  tenant_cells: TenantCellsTable
  tenant_domain_claims: TenantDomainClaimsTable
  tenant_domain_proofs: TenantDomainProofsTable
  tenant_domains: TenantDomainsTable
  tenant_logos: TenantLogosTable
  tenant_moves: TenantMovesTable
  tenant_pages: TenantPagesTable
  tenants: TenantsTable
  terms_versions: TermsVersionsTable
  test_copies: TestCopiesTable
  ticket_events: TicketEventsTable
  ticket_groups: TicketGroupsTable
  ticket_type_classes: TicketTypeClassesTable
  ticket_type_sales: TicketTypeSalesTable
  ticket_type_taxes: TicketTypeTaxesTable
  ticket_types: TicketTypesTable
  tickets: TicketsTable
  venue_facts: VenueFactsTable
  venue_pictures: VenuePicturesTable
  venue_rooms: VenueRoomsTable
  venues: VenuesTable
  waiver_signatures: WaiverSignaturesTable
  waiver_texts: WaiverTextsTable
  wallet_devices: WalletDevicesTable
  wallet_passes: WalletPassesTable
  wallet_registrations: WalletRegistrationsTable
  wallet_updates: WalletUpdatesTable
  word_grams: WordGramsTable
  word_spellings: WordSpellingsTable
}
