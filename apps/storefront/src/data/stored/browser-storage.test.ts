import { afterEach, expect, it, vi } from 'vitest'
import { withStorage } from '../../../test/storage-stub.ts'
import {
  readStored,
  removeStored,
  scopeStorage,
  storedKeys,
  writeStored,
} from './browser-storage.ts'
import { isText } from './shape.ts'

afterEach(() => {
  scopeStorage('')
  vi.unstubAllGlobals()
})

it('tenants of one origin store under the same name without reading each other', () => {
  withStorage({})
  writeStored('local', 'cart-1', 'of the house')
  scopeStorage('/harbor')
  expect(readStored('local', 'cart-1', isText)).toEqual({ kind: 'none' })
  expect(storedKeys('local', 'cart-')).toEqual([])
  writeStored('local', 'cart-1', 'of harbor')
  writeStored('local', 'cart-2', 'of harbor')
  expect(storedKeys('local', 'cart-')).toEqual(['cart-1', 'cart-2'])
  removeStored('local', 'cart-1')
  scopeStorage('')
  expect(readStored('local', 'cart-1', isText)).toEqual({ kind: 'found', value: 'of the house' })
  expect(storedKeys('local', 'cart-')).toEqual(['cart-1'])
})
