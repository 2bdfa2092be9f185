import { describe, expect, it } from 'vitest'
import { Emitter } from './emitter.ts'

class Bell extends Emitter {
  ring(detail?: object): void {
    this.emit('ring', detail)
  }
}

describe('an emitter', () => {
  it('calls handlers until they are removed', () => {
    const bell = new Bell()
    const heard: (object | undefined)[] = []
    const listen = (detail?: object) => void heard.push(detail)
    bell.on('ring', listen).ring({ n: 1 })
    bell.off('ring', listen).ring({ n: 2 })
    expect(heard).toEqual([{ n: 1 }])
  })

  it('calls a handler of `once` one time, and none after all were removed', () => {
    const bell = new Bell()
    let count = 0
    bell.once('ring', () => {
      count += 1
    })
    bell.ring()
    bell.ring()
    expect(count).toBe(1)
    bell.on('ring', () => {
      count += 1
    })
    bell.off('ring').ring()
    expect(count).toBe(1)
  })
})
