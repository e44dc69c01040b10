import { describe, expect, it } from 'vitest'
import { codeKey, isCode, keyOfShort, shortKey } from './codes'

const sha = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'

describe('a code', () => {
  it.each([
    sha,
    '550e8400',
    'a3bf4f1b2b0b',
    'dGhpcyBpcyBhIHRlc3Qgb2YgYmFzZTY0IGVuY29kaW5n',
    'XK7Q9Z2M',
    '1700000012345',
    '12:03:04.123',
    '03:04.05',
    'x'.repeat(41),
  ])('is %s', (word) => expect(isCode(word)).toBe(true))

  it.each([
    'Lighthouse',
    'iPhone12Pro',
    'windows11pro',
    'base64encode',
    'covid19vaccine',
    'parseDataFromJson',
    'AbstractSingletonProxyFactoryBean',
    'sha256',
    'utf8mb4',
    '12,345.67',
    '2026',
    '10:30',
    '10.0.0.12',
    'Donaudampfschifffahrtsgesellschaft',
  ])('is not %s', (word) => expect(isCode(word)).toBe(false))

  it('shares one of a bounded number of keys, the same in every process', () => {
    const keys = new Set(Array.from({ length: 150_000 }, (_, i) => codeKey(`id${i * 7_919}`)))
    expect(keys.size).toBeGreaterThan(80_000)
    expect(keys.size).toBeLessThanOrEqual(1 << 17)
    expect(codeKey(sha)).toBe('~3cd')
  })

  it('of a hash has the key of its short form too', () => {
    expect(shortKey(sha)).toBe(keyOfShort(sha.slice(0, 7)))
    expect(shortKey('550e8400')).toBeNull()
    expect(['holiday', '1234567', '9f86d0', 'windows11'].map(keyOfShort)).toEqual([null, null, null, null])
  })
})
