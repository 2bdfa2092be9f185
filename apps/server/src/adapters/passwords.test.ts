import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords((work) => work())

describe('a hash', () => {
  test('is argon2id in the PHC format, with a salt of its own', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('four words in a row'),
      passwords.hash('four words in a row'),
    ])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(other).not.toBe(one)
  })

  test('is of its password alone', async () => {
    const hash = (await passwords.hash('kräftige Bühne 3')) ?? ''
    expect(await passwords.isRight('kräftige Bühne 3', hash)).toBe(true)
    expect(await passwords.isRight('kra\u0308ftige Bu\u0308hne 3', hash)).toBe(true)
    expect(await passwords.isRight('kräftige Bühne 4', hash)).toBe(false)
  })

  test('of the reference implementation is verified', async () => {
    // echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
    const hash =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.isRight('password', hash)).toBe(true)
  })

  test.each([undefined, '', 'no hash', '$2b$12$abcdefghijklmnopqrstuv'])(
    'that is missing or of another kind (%s) belongs to no password',
    async (hash) => {
      expect(await passwords.isRight('', hash)).toBe(false)
    },
  )
})

test('a password that finds no turn is neither hashed nor judged', async () => {
  const full = createPasswords(async () => null)
  expect(await full.hash('four words in a row')).toBeNull()
  expect(await full.isRight('four words in a row', undefined)).toBeNull()
})
