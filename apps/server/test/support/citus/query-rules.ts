import { parse } from 'libpg-query'
import { type Node, nodesOf, partOf, textOf } from './nodes.ts'
import type { Schema } from './tables.ts'
import { Tenants } from './tenants.ts'

/** The column that tables are distributed by. */
const TENANT = 'tenant_id'
/** The tenant of a statement. */
const PARAMETER = '$1'

/** A level of a statement: its own relations, and the levels around it. */
interface Level {
  outer: Level | null
  /** By alias: the tenant of a relation; null if it has none. */
  relations: Map<string, string | null>
  /** Common table expressions, with their tenants. */
  named: Map<string, string | null>
}

/**
 * What keeps a statement from running on the one node that has an organizer's rows: each distributed
 * table in it must be restricted to the tenant of `$1`, by a condition of its own or by a join on
 * `tenant_id`, at whatever depth. Conditions below an `or` count for nothing.
 */
export async function statementProblems(text: string, schema: Schema): Promise<string[]> {
  const { read, tenants, problems } = await analyse(text, schema)
  const astray = read.filter(({ tenant }) => !tenants.areEqual(tenant, PARAMETER))
  return [...problems, ...astray.map(({ table }) => `${table} is not restricted to the tenant`)]
}

/** The same for a view: its tables must have the tenant that it returns. */
export async function viewProblems(text: string, schema: Schema): Promise<string[]> {
  const { read, tenants, returned } = await analyse(text, schema)
  if (!returned) return ['it returns no tenant']
  const astray = read.filter(({ tenant }) => !tenants.areEqual(tenant, returned))
  return astray.map(({ table }) => `${table} is not restricted to the tenant of the view`)
}

/** The distributed tables and the views that a statement names. */
export async function tablesOf(text: string, schema: Schema): Promise<string[]> {
  const { read } = await analyse(text, schema)
  return read.map(({ table }) => table)
}

/** The names of the functions that a statement calls. */
export async function functionsOf(text: string): Promise<Set<string>> {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) {
      if ('FuncCall' in value) {
        const name = nodesOf(partOf({ ...value }, 'FuncCall').funcname).at(-1)
        if (name) names.add(textOf(name))
      }
      Object.values(value).forEach(visit)
    }
  }
  visit(await parse(text))
  return names
}

async function analyse(text: string, schema: Schema) {
  const analysis = new Analysis(schema)
  const { stmts = [] } = await parse(text)
  // The parser's own types are a union of 260 kinds of node.
  for (const { stmt } of stmts) analysis.visitStatement({ ...stmt })
  return analysis
}

class Analysis {
  readonly read: { table: string; tenant: string }[] = []
  readonly problems: string[] = []
  readonly tenants = new Tenants()
  /** The tenant of the rows that the statement returns. */
  returned: string | null = null
  readonly #schema: Schema

  constructor(schema: Schema) {
    this.#schema = schema
  }

  visitStatement(statement: Node): void {
    const [kind = ''] = Object.keys(statement)
    if (/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) {
      this.returned = this.#visitQuery(statement, null)
    } else if (kind !== 'TransactionStmt') this.problems.push(`${kind} is not understood`)
  }

  /** Visits a query and those within it; the result is the tenant of the rows that it returns. */
  #visitQuery(query: Node, outer: Level | null): string | null {
    const [kind = ''] = Object.keys(query)
    const { withClause, relation, fromClause, usingClause, whereClause, ...rest } = partOf(
      query,
      kind,
    )
    const level: Level = { outer, relations: new Map(), named: new Map() }
    for (const named of nodesOf(partOf({ withClause }, 'withClause').ctes)) {
      const { ctename, ctequery } = partOf(named, 'CommonTableExpr')
      // A recursive one names itself.
      level.named.set(String(ctename), null)
      level.named.set(
        String(ctename),
        this.#visitQuery({ ...partOf({ ctequery }, 'ctequery') }, level),
      )
    }
    if (rest.larg) {
      const [one, other] = [rest.larg, rest.rarg].map((side) =>
        this.#visitQuery({ SelectStmt: side }, level),
      )
      return one && other && this.tenants.areEqual(one, other) ? one : null
    }
    if (relation) this.#addTable(level, partOf({ relation }, 'relation'))
    for (const item of nodesOf(fromClause ?? usingClause)) this.#addFrom(level, item)
    if (whereClause) this.#addCondition(level, partOf({ whereClause }, 'whereClause'))
    if (kind === 'InsertStmt') this.#visitInsert(level, rest)
    else this.#visitExpressions(level, rest)
    return this.#returnedBy(level, nodesOf(rest.targetList))
  }

  #addTable(level: Level, range: Node): void {
    const table = String(range.relname)
    const alias = String(partOf(range, 'alias').aliasname ?? table)
    for (let at: Level | null = level; at; at = at.outer) {
      const named = at.named.get(table)
      if (named === undefined) continue
      level.relations.set(alias, named)
      return
    }
    const isSpread = this.#schema.distributed.has(table) || this.#schema.views.has(table)
    const tenant = isSpread ? this.tenants.add(alias) : null
    if (tenant) this.read.push({ table, tenant })
    level.relations.set(alias, tenant)
  }

  #addFrom(level: Level, item: Node): void {
    const { RangeVar, RangeSubselect, JoinExpr } = item
    if (RangeVar) this.#addTable(level, partOf(item, 'RangeVar'))
    else if (RangeSubselect) {
      const range = partOf(item, 'RangeSubselect')
      const tenant = this.#visitQuery(partOf(range, 'subquery'), level)
      level.relations.set(String(partOf(range, 'alias').aliasname), tenant)
    } else if (JoinExpr) {
      const join = partOf(item, 'JoinExpr')
      const [left, right] = ['larg', 'rarg'].map((side) => {
        const before = new Set(level.relations.keys())
        this.#addFrom(level, partOf(join, side))
        return firstTenant(
          level,
          [...level.relations.keys()].filter((alias) => !before.has(alias)),
        )
      })
      const isUsingTenant = nodesOf(join.usingClause).some((column) => textOf(column) === TENANT)
      if (isUsingTenant && left && right) this.tenants.join(left, right)
      if (join.quals) this.#addCondition(level, partOf(join, 'quals'))
    } else this.#visitExpressions(level, item)
  }

  #addCondition(level: Level, condition: Node): void {
    const { boolop, args } = partOf(condition, 'BoolExpr')
    if (boolop === 'AND_EXPR') {
      for (const part of nodesOf(args)) this.#addCondition(level, part)
      return
    }
    const comparison = partOf(condition, 'A_Expr')
    if (comparison.kind === 'AEXPR_OP' && nodesOf(comparison.name).map(textOf).join() === '=') {
      const one = tenantOf(level, partOf(comparison, 'lexpr'))
      const other = tenantOf(level, partOf(comparison, 'rexpr'))
      if (one && other) this.tenants.join(one, other)
    }
    this.#visitExpressions(level, condition)
  }

  #visitInsert(level: Level, { cols, selectStmt, onConflictClause }: Node): void {
    const [[table, tenant] = ['', null]] = level.relations
    const columns = nodesOf(cols).map((column) => String(partOf(column, 'ResTarget').name))
    const position = columns.indexOf(TENANT)
    const source = partOf(partOf({ selectStmt }, 'selectStmt'), 'SelectStmt')
    const { fromClause, whereClause, ...rest } = source
    const inner: Level = { outer: level, relations: new Map(), named: new Map() }
    for (const item of nodesOf(fromClause)) this.#addFrom(inner, item)
    if (whereClause) this.#addCondition(inner, partOf(source, 'whereClause'))
    this.#visitExpressions(inner, rest)
    const rows = source.valuesLists
      ? nodesOf(source.valuesLists).map((row) => nodesOf(partOf(row, 'List').items)[position])
      : [partOf(partOf({ ...nodesOf(source.targetList)[position] }, 'ResTarget'), 'val')]
    const given = rows.map((value) => tenantOf(inner, { ...value }))
    if (tenant && position >= 0 && given.every((each) => each !== null)) {
      for (const each of given) this.tenants.join(tenant, each)
    }
    const conflict = partOf({ onConflictClause }, 'onConflictClause')
    const keys = nodesOf(partOf(conflict, 'infer').indexElems).map(
      (element) => partOf(element, 'IndexElem').name,
    )
    if (tenant && keys.length > 0 && !keys.includes(TENANT)) {
      this.problems.push(`${table} finds its conflict without ${TENANT}`)
    }
    this.#visitExpressions(level, conflict)
  }

  /** Visits the queries within an expression. */
  #visitExpressions(level: Level, value: unknown): void {
    if (Array.isArray(value)) for (const part of value) this.#visitExpressions(level, part)
    else if (typeof value === 'object' && value !== null) {
      if ('SelectStmt' in value) this.#visitQuery({ ...value }, level)
      else for (const part of Object.values(value)) this.#visitExpressions(level, part)
    }
  }

  #returnedBy(level: Level, targets: readonly Node[]): string | null {
    for (const target of targets) {
      const { name, val } = partOf(target, 'ResTarget')
      const value = partOf({ val }, 'val')
      const fields = nodesOf(partOf(value, 'ColumnRef').fields)
      const isStar = fields.some((field) => 'A_Star' in field)
      const [alias] = fields.length > 1 ? fields.map(textOf) : []
      const tenant = isStar
        ? firstTenant(level, alias === undefined ? [...level.relations.keys()] : [alias])
        : name === TENANT || fields.map(textOf).at(-1) === TENANT
          ? tenantOf(level, value)
          : null
      if (tenant) return tenant
    }
    return null
  }
}

const firstTenant = (level: Level, aliases: readonly string[]): string | null =>
  aliases.map((alias) => level.relations.get(alias)).find((tenant) => tenant != null) ?? null

/** The tenant that an expression is: the parameter, or that of a relation; else null. */
function tenantOf(level: Level, expression: Node): string | null {
  if ('TypeCast' in expression)
    return tenantOf(level, partOf(partOf(expression, 'TypeCast'), 'arg'))
  if (partOf(expression, 'ParamRef').number === 1) return PARAMETER
  const names = nodesOf(partOf(expression, 'ColumnRef').fields).map(textOf)
  if (names.at(-1) !== TENANT) return null
  const [alias] = names.length > 1 ? names : []
  for (let at: Level | null = level; at; at = at.outer) {
    if (alias !== undefined && at.relations.has(alias)) return at.relations.get(alias) ?? null
    const own = alias === undefined ? firstTenant(at, [...at.relations.keys()]) : null
    if (own) return own
  }
  return null
}
