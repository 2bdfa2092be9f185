/** Columns of texts that nobody reads as they are: names of files and hosts, addresses, codes, JSON. */
const NOT_READ: ReadonlySet<string> = new Set([
  'access_codes.code',
  'coupon_codes.code',
  'tenants.facebook_url',
  'tenants.instagram_url',
  'tenants.logo_file',
  'tenants.reply_to',
  'tenants.sender_email',
  'tenants.slug',
  'tenants.support_email',
  'tenants.x_url',
  'venues.country',
  'venues.timezone',
])

/** Made from other columns, or copies for buyers that a purchase makes. */
const NOT_TYPED =
  /^(\w+_words|word_(grams|spellings)|event_listings|link_previews|picture_files|setting_previews|tenant_(domains|domain_claims|logos))$/

type Sql = (text: string, values: unknown[]) => Promise<Readonly<Record<string, unknown>>[]>

interface Column {
  table: string
  column: string
  type: 'text' | 'ARRAY'
}

/**
 * Writes a text, or a shorter one where it is too long, into every column that an organizer's words are in (`house` in the server's
 * `privacy/columns.ts`, a list that a new column has to be added to), of all rows that an organizer has.
 * So what is shown of a new column is covered without a change of the tests. Returns the columns that
 * took the text.
 */
export async function fillTexts(
  sql: Sql,
  classes: Readonly<Record<string, Readonly<Record<string, string>>>>,
  { tenantId, text, short }: { tenantId: number; text: string; short: string },
): Promise<string[]> {
  const filled: string[] = []
  for (const { table, column, type } of await textColumns(sql, classes)) {
    // A column with a rule for its values keeps them.
    const fill = (value: string) =>
      sql(`update ${table} set ${column} = $2 where tenant_id = $1 returning 1`, [
        tenantId,
        type === 'ARRAY' ? [value] : value,
      ])
    const rows = await fill(text).catch(() => fill(short).catch(() => []))
    if (rows.length > 0) filled.push(`${table}.${column}`)
  }
  return filled
}

async function textColumns(sql: Sql, classes: Parameters<typeof fillTexts>[1]): Promise<Column[]> {
  const rows = await sql(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = 'public' and (data_type = 'text' or udt_name = '_text')`,
    [],
  )
  return rows.flatMap((row) => {
    const [table, column] = [String(row.table_name), String(row.column_name)]
    const isRead = !NOT_READ.has(`${table}.${column}`) && !NOT_TYPED.test(table)
    if (classes[table]?.[column] !== 'house' || !isRead) return []
    return [
      { table, column, type: row.data_type === 'ARRAY' ? ('ARRAY' as const) : ('text' as const) },
    ]
  })
}
