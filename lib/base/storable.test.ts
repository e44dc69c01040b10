import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StorableStream, storableJson, storableText } from './storable'

describe('text that can be stored', () => {
  it('has no NUL and no half character', () => {
    expect(storableText('a\0b\ud800c😀')).toBe('a\ufffdb\ufffdc😀')
    expect(storableJson({ 'k\0': ['\ud800', 1, null] })).toEqual({ 'k\ufffd': ['\ufffd', 1, null] })
  })
  it('survives any cut: characters cut in two come whole', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(20)), (text, cuts) => {
        const stream = new StorableStream()
        let at = 0
        let out = ''
        for (const cut of [...cuts, text.length]) {
          out += stream.next(text.slice(at, at + cut))
          at += cut
        }
        expect(out).toBe(storableText(text.slice(0, at)))
      }),
    )
  })
})
