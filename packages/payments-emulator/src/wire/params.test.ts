import { describe, expect, it } from 'vitest'
import { ApiError } from './errors.ts'
import { parseForm } from './form.ts'
import {
  boolean,
  clearable,
  ignored,
  integer,
  list,
  object,
  oneOf,
  readParams,
  required,
  text,
} from './params.ts'

const SHAPE = {
  name: required(text(10)),
  count: integer(1),
  active: boolean,
  colour: oneOf('red', 'green'),
  note: clearable(text()),
  tags: list(text()),
  nested: object({ deep: object({ value: integer(0) }) }),
  telemetry: ignored,
}
const read = (form: string) => readParams(parseForm(form), SHAPE)
const refusal = (form: string) => {
  try {
    read(form)
    return null
  } catch (error) {
    return error instanceof ApiError ? error.fields : null
  }
}

describe('readParams', () => {
  it('reads each kind of value', () => {
    expect(
      read(
        'name=x&count=3&active=true&colour=red&tags[]=a&tags[]=b&nested[deep][value]=0&telemetry[a]=1',
      ),
    ).toEqual({
      name: 'x',
      count: 3,
      active: true,
      colour: 'red',
      note: undefined,
      tags: ['a', 'b'],
      nested: { deep: { value: 0 } },
      telemetry: undefined,
    })
  })

  it('reads an empty value as null where it may be unset', () => {
    expect(read('name=x&note=')).toMatchObject({ note: null })
  })

  it.each([
    ['count=1', 'parameter_missing', 'name'],
    ['name=', 'parameter_invalid_empty', 'name'],
    ['name=longer+than+ten', undefined, 'name'],
    ['name[a]=x', undefined, 'name'],
    ['name=x&count=0', 'parameter_invalid_integer', 'count'],
    ['name=x&count=1.5', 'parameter_invalid_integer', 'count'],
    ['name=x&count=1e3', 'parameter_invalid_integer', 'count'],
    ['name=x&active=yes', undefined, 'active'],
    ['name=x&colour=blue', undefined, 'colour'],
    ['name=x&tags=a', undefined, 'tags'],
    ['name=x&nested=a', undefined, 'nested'],
    ['name=x&nested[deep][value]=-1', 'parameter_invalid_integer', 'nested[deep][value]'],
    ['name=x&nested[deep][other]=1', 'parameter_unknown', 'nested[deep][other]'],
    ['name=x&a=1&b=2', 'parameter_unknown', 'a'],
    ['name=x&toString=1', 'parameter_unknown', 'toString'],
  ])('refuses %s as %s of %s', (form, code, param) => {
    expect(refusal(form)).toMatchObject({ type: 'invalid_request_error', param })
    expect(refusal(form)?.code).toBe(code)
  })

  it('names all unknown parameters', () => {
    expect(refusal('name=x&a=1&b=2')?.message).toBe('Received unknown parameters: a, b')
  })
})
