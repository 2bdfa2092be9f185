import fc from 'fast-check'

/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** Values that the server under test knows, by the name of the field they are sent in. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Lists are short; the broken values include long ones. */
const MOST_ITEMS = 4

/** Any text, with half surrogates, controls and characters of several units. */
export const anyText = (maxLength: number) => fc.string({ unit: 'binary', maxLength })

/**
 * Values that fit a schema. A field with a known name nearly always gets a known value, because a
 * random id is never found and a random date is never on sale.
 */
export function valuesOf(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const values = ofSchema(schema, known, name)
  const meaningful = known[name]
  if (!meaningful) return values
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...meaningful) },
    { weight: 1, arbitrary: values },
  )
}

function ofSchema(schema: JsonSchema, known: Known, name: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, known, name)))
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return fc.jsonValue()
  return fc.oneof(...types.map((type) => ofType(type, schema, known, name)))
}

function ofType(type: string, schema: JsonSchema, known: Known, name: string) {
  switch (type) {
    case 'object':
      return ofObject(schema, known)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MOST_ITEMS, MOST_ITEMS),
      })
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 2 ** 31 - 1 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e12, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return ofText(schema)
  }
}

function ofObject({ properties = {}, required = [] }: JsonSchema, known: Known) {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    valuesOf(schema, known, name),
  ])
  const arbitraries: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields)
  return fc.record(arbitraries, { requiredKeys: [...required] })
}

function ofText({ format, minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  return fc.oneof(
    fc.string({ minLength, maxLength }),
    fc.string({ unit: 'grapheme', minLength, maxLength }),
  )
}
