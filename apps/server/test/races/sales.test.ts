import { RACES } from '@foyer/testkit/races'
import { prove } from './prove.ts'

prove(RACES.sales)
