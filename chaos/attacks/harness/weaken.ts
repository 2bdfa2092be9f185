/** Loaded in each thread of an attacked server: takes away the bound of ATTACK's row if WITHOUT is set. */
import { mutateSql } from '@foyer/testkit/mutate-sql'
import { ATTACKS } from '../index.ts'

const control = ATTACKS.find(({ kind }) => kind === process.env.ATTACK)?.control
if (process.env.WITHOUT && control?.sql) mutateSql(control.sql)
if (process.env.WITHOUT) control?.patch?.()
