import { describe, expect, it } from 'vitest'
import { plainName } from './plain-name.ts'

describe('a name in a mail stays as it was typed', () => {
  it.each([
    'Ada',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'Dr. No',
    'St. John',
    'Martin Luther King Jr.',
    'Ph.D. Curie',
    "Ann-Marie O'Neil",
    'Louis XIV',
    'Louis 14',
    'María José Ñúñez',
    '李',
    '王 小明',
    'Владимир',
    'محمد علی',
    'می\u200cخواهم',
    'Team: Harbor',
    'Ada & Charles',
    'and/or',
  ])('%s', (name) => {
    expect(plainName(name)).toBe(name)
  })
})

describe('a name in a mail loses what a mail program would turn into a link', () => {
  it.each([
    ['You won, go to http://evil.example/prize now', 'You won, go to now'],
    ['HTTPS://EVIL.EXAMPLE', ''],
    ['Ada evil.example', 'Ada'],
    ['Ada (evil.example)', 'Ada'],
    ['Ada evil.example.', 'Ada'],
    ['evil.example/path?a=1', ''],
    ['bit.ly/x', ''],
    ['www.evil', ''],
    ['sub.evil-site.co', ''],
    ['mallory@evil.example', ''],
    ['<mallory@localhost>', ''],
    ['mailto:mallory', ''],
    ['tel:+15551234567', ''],
    ['ftp://host', ''],
    ['app://open', ''],
    ['192.168.0.1', ''],
    ['call +1 555 123 4567 now', 'call now'],
    ['call (555)1234567 now', 'call now'],
    ['Ada evil\u3002example', 'Ada'],
    ['Ada evil\uff0eexample', 'Ada'],
    ['Ada ｅｖｉｌ．ｅｘａｍｐｌｅ', 'Ada'],
    ['Ada evil.\u200bexample', 'Ada'],
    ['Ada ev\u00adil.example', 'Ada'],
    ['Ada пример.рф', 'Ada'],
    ['Ada xn--e1afmkfd.xn--p1ai', 'Ada'],
    ['Ada evil.example:8080', 'Ada'],
    ['Ada javascript:alert(1)', 'Ada'],
  ])('%s', (name, left) => {
    expect(plainName(name)).toBe(left)
  })

  it('and loses characters that reverse or hide text', () => {
    expect(plainName('Ada\u202e ecalevoL')).toBe('Ada ecalevoL')
    expect(plainName('\u2066Ada\u2069')).toBe('Ada')
  })

  it('and is read in a time proportional to its length', () => {
    const begun = performance.now()
    plainName('a.'.repeat(50_000))
    plainName('1.'.repeat(50_000))
    plainName(`${'a'.repeat(50_000)}:`)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})
