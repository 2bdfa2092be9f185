/**
 * What every column that can contain text says about a person, and when that data is deleted. A
 * test compares the list with the database: a new column without a class fails. docs/privacy.md
 * explains the same to people.
 */

/**
 * How long personal data of each kind is stored, and why. The years of orders are settings of the
 * deployment.
 */
export const ENDINGS = {
  order: {
    ends: 'years after the visit (KEEP_PAID_ORDERS_YEARS, KEEP_FREE_ORDERS_YEARS)',
    reason: 'bookkeeping, chargebacks, questions about the tickets',
  },
  mail: { ends: '90 days after the mail', reason: 'questions about a mail that did not arrive' },
  cart: { ends: '24 hours after nothing is held or under way', reason: 'a charge that lands late' },
  hold: { ends: 'as long as the hold', reason: 'the answer of the hold call names it' },
  selection: { ends: '90 days after it was stored', reason: 'the selection is there on a return' },
  webhook: { ends: '40 days', reason: 'the provider may send an event again' },
  limit: {
    ends: 'until the counted time is over',
    reason: 'a caller can be limited over several processes',
  },
  lookup: { ends: '24 hours after the lookup', reason: 'guesses are limited by address' },
  pass: {
    ends: 'until the pass is removed from the phone; at the latest as long as its order',
    reason: 'the pass follows its order',
  },
  staff: {
    ends: 'until the account is deleted (npm run staff -- delete)',
    reason: 'people who work for an organizer sign in with it',
  },
  staff_session: {
    ends: '30 days after the sign-in; 400 days for a browser that was used before',
    reason: 'people see where they are signed in, and hear of a new browser',
  },
  staff_mail: {
    ends: '90 days after the mail',
    reason: 'questions about a mail that did not arrive',
  },
  staff_link: {
    ends: 'until the link is used or ends: a week at most',
    reason: 'a sign-up, an invitation or a new password is under way',
  },
  audit_log: {
    ends: 'as long as the organizer',
    reason: 'who changed what stays provable',
  },
  payment: {
    ends: 'as long as its order; 90 days without an order',
    reason: 'the buyer is shown why a card was refused',
  },
} as const satisfies Record<string, { ends: string; reason: string }>

type Ending = keyof typeof ENDINGS

/**
 * `house`: texts of the organizer or of the product. `system`: states, kinds and numbers of
 * objects.
 */
type Class = Ending | 'house' | 'system'

/** The class of each column, by table and column. */
export const COLUMNS: Readonly<Record<string, Readonly<Record<string, Class>>>> = {
  access_codes: { code: 'house', label: 'house' },
  add_ons: { name: 'house', description: 'house' },
  audit_log: {
    action_type: 'system',
    entity_type: 'system',
    entity_id: 'system',
    // Of a member or an invitation it is the address.
    entity_name: 'audit_log',
    before: 'audit_log',
    after: 'audit_log',
  },
  bulk_changes: { kind: 'system', state: 'system', params: 'house', problems: 'house' },
  cart_add_ons: { fee_set: 'house', tax_rate: 'house' },
  cart_consents: { marketing_text: 'house' },
  cart_contacts: { contact: 'cart', billing_address: 'cart' },
  cart_items: { browser_id: 'selection' },
  cart_rules: { rules: 'house', rules_for_email: 'house' },
  checkout_rules: {
    name: 'house',
    description: 'house',
    trigger_type: 'system',
    action: 'house',
    // A rule may name the address of a buyer: the organizer wrote it there.
    conditions: 'house',
  },
  connected_accounts: {
    account_id: 'system',
    requirements: 'system',
    balances: 'system',
    country: 'system',
    currency: 'system',
  },
  complimentary_orders: { reason: 'system', note: 'order' },
  coupon_codes: { code: 'house' },
  coupon_groups: { name: 'house', description: 'house' },
  coupon_uses: { discounts: 'house', state: 'system', more_rules: 'house' },
  disruption_answers: {
    state: 'system',
    answer: 'system',
    answered_by: 'system',
    problem: 'system',
  },
  disputes: { id: 'system', currency: 'system', state: 'system' },
  event_change_policies: { policy: 'house' },
  event_facts: { age_note: 'house', access_notes: 'house', line_up: 'house', story: 'house' },
  event_sales: { pause_note: 'house' },
  event_pictures: { hash: 'system', alt: 'house' },
  event_listings: {
    category: 'house',
    city: 'house',
    sort_name: 'house',
    currency: 'system',
    timezone: 'house',
  },
  event_text_words: { word: 'house' },
  event_words: { word: 'house' },
  events: {
    name: 'house',
    description: 'house',
    category: 'house',
    currency: 'system',
    important_information: 'house',
  },
  fee_sets: { name: 'house', fee_type: 'system' },
  holds: {
    fee_set: 'house',
    tax_rate: 'house',
    rules: 'house',
    state: 'system',
    customer_identifier: 'hold',
    // The browser's id of a sold hold is removed together with its order's; other holds are deleted
    // some time after they end.
    browser_id: 'order',
    cart_number: 'system',
  },
  // A keyed hash of a network, a browser or a target. It contains no name, but the same caller
  // gives the same hash.
  limit_counts: { process: 'system', limit_name: 'system', key: 'limit' },
  job_turns: { job: 'system', position: 'system' },
  status_samples: { process: 'system' },
  status_incidents: { kind: 'system', note: 'house' },
  system_configuration: { config_key: 'system', config_value: 'system', description: 'system' },
  link_previews: { subject: 'house', version: 'system', bytes: 'house' },
  mails: {
    recipient: 'mail',
    recipient_key: 'mail',
    data: 'mail',
    // Mail servers quote the recipient in their errors.
    last_error: 'mail',
    provider_message_id: 'mail',
    once_key: 'mail',
    kind: 'system',
    state: 'system',
  },
  money_ledger: { kind: 'system', source_id: 'system', account: 'system', currency: 'system' },
  // The reconciler rewrites the details each time, among others from the refund's last error.
  money_problems: {
    kind: 'system',
    subject: 'system',
    details: 'order',
    account_id: 'system',
  },
  operator_log: {
    action_type: 'system',
    // Of an operator it is the address.
    entity_name: 'audit_log',
    before: 'audit_log',
    after: 'audit_log',
  },
  order_add_ons: { name: 'house', status: 'system', charges: 'house' },
  order_consents: { marketing_text: 'house' },
  order_changes: {
    kind: 'system',
    state: 'system',
    receipt: 'house',
    details: 'house',
    // What the buyer wrote goes with the order.
    reason: 'order',
    made_by: 'system',
  },
  order_notes: { note: 'order' },
  order_tags: { tag: 'order' },
  order_words: { word: 'order' },
  orders: {
    browser_id: 'order',
    email: 'order',
    contact: 'order',
    billing_address: 'order',
    cart_number: 'system',
    status: 'system',
    quote: 'house',
    phone_key: 'order',
    postal_key: 'order',
  },
  order_lookups: { email: 'lookup', code_hash: 'lookup', link_hash: 'lookup' },
  payments: {
    // The provider's id of the charge; bookkeeping and refunds need it.
    intent_id: 'system',
    account_id: 'system',
    currency: 'system',
    quote: 'house',
    state: 'system',
    decline_code: 'system',
    decline_message: 'payment',
    last_error: 'payment',
  },
  payment_cards: { brand: 'system', last4: 'order' },
  picture_files: { hash: 'system', file: 'system', bytes: 'house' },
  pictures: { hash: 'system' },
  provider_events: {
    id: 'system',
    type: 'system',
    object_id: 'webhook',
    intent_id: 'webhook',
    account_id: 'system',
    state: 'system',
    last_error: 'webhook',
  },
  provider_watermarks: { kind: 'system', account_id: 'system' },
  refunds: {
    kind: 'system',
    currency: 'system',
    // The operator's text and the provider's answer may name the buyer.
    reason: 'order',
    last_error: 'order',
    request_key: 'system',
    state: 'system',
    provider_refund_id: 'system',
  },
  schema_migrations: { name: 'system', body: 'system' },
  session_messages: { subject: 'house', body: 'house' },
  session_disruptions: { kind: 'system', message: 'house', unanswered: 'system', state: 'system' },
  session_rollups: { types: 'system' },
  sales_days: { currency: 'system' },
  sessions: { status: 'system', display_name: 'house' },
  // A keyed hash of an address, a person or a browser.
  staff_attempts: { key: 'limit' },
  staff_browsers: { digest: 'staff_session' },
  staff_challenges: { digest: 'system' },
  staff_invitations: { email: 'staff_link', role: 'system' },
  staff_links: { digest: 'system', kind: 'system', email: 'staff_link', name: 'staff_link' },
  staff_mails: {
    recipient: 'staff_mail',
    data: 'staff_mail',
    last_error: 'staff_mail',
    // Encrypted, and removed once the mail was sent.
    sealed_token: 'system',
    kind: 'system',
    state: 'system',
  },
  staff_members: { role: 'system' },
  staff_passkeys: {
    credential_id: 'staff',
    public_key: 'staff',
    transports: 'system',
    name: 'staff',
  },
  staff_people: { email: 'staff', name: 'staff', password_hash: 'staff' },
  staff_recovery_codes: { digest: 'system' },
  staff_sessions: {
    digest: 'system',
    state: 'system',
    factor: 'system',
    device: 'staff_session',
    network: 'staff_session',
  },
  // Encrypted.
  staff_totp: { secret: 'staff', pending_secret: 'staff' },
  stock_ledger: { kind: 'system' },
  stock_ledger_sums: { kind: 'system' },
  setting_previews: { subject: 'system', data: 'house' },
  tenant_domain_claims: { host: 'house' },
  tenant_domain_proofs: { host: 'house' },
  tenant_cells: { cell: 'system' },
  tenant_domains: { host: 'house' },
  tenant_logos: { file: 'house', media_type: 'system', bytes: 'house' },
  tenant_moves: { from_cell: 'system', to_cell: 'system', step: 'system' },
  tenant_pages: { slug: 'system', title: 'house', body: 'house' },
  tenants: {
    change_policy: 'house',
    slug: 'house',
    name: 'house',
    tagline: 'house',
    footer_text: 'house',
    currency: 'system',
    locale: 'system',
    support_email: 'house',
    instagram_url: 'house',
    facebook_url: 'house',
    x_url: 'house',
    order_lookup: 'system',
    logo_file: 'house',
    sender_name: 'house',
    sender_email: 'house',
    reply_to: 'house',
    time_zone: 'system',
    suspension_reason: 'house',
    important_information: 'house',
    marketing_text: 'house',
  },
  terms_versions: { title: 'house', body: 'house' },
  ticket_events: { kind: 'system', detail: 'system' },
  ticket_groups: { name: 'house', description: 'house' },
  ticket_type_classes: { class: 'house' },
  ticket_types: {
    name: 'house',
    description: 'house',
    pricing_mode: 'system',
    display_price: 'house',
    picture_hash: 'system',
  },
  tax_rates: { name: 'house' },
  tickets: { type_name: 'house', status: 'system', validation_code: 'system', charges: 'house' },
  venue_facts: { description: 'house', getting_there: 'house', access_notes: 'house' },
  venue_pictures: { hash: 'system', alt: 'house' },
  venue_rooms: { name: 'house' },
  venues: {
    name: 'house',
    street_address: 'house',
    city: 'house',
    state: 'house',
    postal_code: 'house',
    country: 'house',
    timezone: 'system',
  },
  waiver_signatures: {
    participant_name: 'order',
    email: 'order',
    guardian_name: 'order',
    signature_kind: 'system',
    signature: 'order',
    sha256: 'system',
  },
  waiver_texts: { body: 'house' },
  wallet_devices: { device_key: 'pass', push_token: 'pass' },
  wallet_passes: { wallet: 'system' },
  wallet_registrations: { device_key: 'pass' },
  // Deleted once it is sent.
  wallet_updates: { wallet: 'system', target: 'pass', last_error: 'pass' },
  word_grams: { gram: 'house', word: 'house' },
  word_spellings: { word: 'house', spelled: 'house' },
}

/** Whether a column says something about a person. A column without a class counts as personal. */
export function isPersonal(table: string, column: string): boolean {
  const kind = COLUMNS[table]?.[column]
  return kind !== 'house' && kind !== 'system'
}

const OF_STAFF: ReadonlySet<Class> = new Set([
  'staff',
  'staff_session',
  'staff_mail',
  'staff_link',
  'audit_log',
])

/** Whether a column is about people who work for an organizer, and not about buyers. */
export function isOfStaff(table: string, column: string): boolean {
  const kind = COLUMNS[table]?.[column]
  return kind !== undefined && OF_STAFF.has(kind)
}
