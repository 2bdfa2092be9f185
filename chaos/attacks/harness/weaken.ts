/**
 * Loaded in each thread of an attacked server. If WITHOUT is set, it removes the bound that the
 * attack named by ATTACK tests.
 */
import { mutateSql } from '@foyer/testkit/mutate-sql'
import { ATTACKS } from '../index.ts'

const control = ATTACKS.find(({ kind }) => kind === process.env.ATTACK)?.control
if (process.env.WITHOUT && control?.sql) mutateSql(control.sql)
if (process.env.WITHOUT) control?.patch?.()
