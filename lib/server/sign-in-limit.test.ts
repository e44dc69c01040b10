import { beforeEach, expect, it } from 'vitest'
import { forget } from '@/lib/shared/once'
import { peerAddress } from './peer-address'
import { guess } from './sign-in-limit'

beforeEach(() => void forget('sign-in-limits'))
const wrong = (address: string) => guess(address, () => null)
const right = (address: string) => guess(address, () => 'cookie')
const times = (count: number, run: (i: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))

it('ten wrong guesses lock out their own address alone, and say for how long', async () => {
  await times(10, () => wrong('203.0.113.9'))
  const wait = await right('203.0.113.9')
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(await right('203.0.113.10')).toBe('cookie')
})

it('an IPv6 client cannot vary its address', async () => {
  await times(10, (i) => wrong(`2001:db8::${i + 1}`))
  expect(await right('2001:db8::ffff')).toBeGreaterThan(0)
  expect(await right('2001:db8:0:1::1')).toBe('cookie')
})

it('right guesses are not counted, so that many people behind one address get in', async () => {
  for (let i = 0; i < 30; i++) expect(await right('203.0.113.9')).toBe('cookie')
})

it('guesses at once are counted before they are checked', async () => {
  let checked = 0
  await times(50, () =>
    guess('203.0.113.9', () => {
      checked++
      return null
    }),
  )
  expect(checked).toBe(10)
})

it('a thousand wrong guesses from elsewhere lock nobody else out', async () => {
  await times(1_000, (i) => wrong(`203.0.${i % 250}.${i % 200}`))
  expect(await right('198.51.100.1')).toBe('cookie')
})

it('a forged X-Forwarded-For wins no guess, also from a private network', async () => {
  let checked = 0
  await times(400, (i) =>
    guess(peerAddress(undefined, '192.168.1.9', `203.0.${i}.113`), () => {
      checked++
      return null
    }),
  )
  expect(checked).toBe(10)
  expect(await right('192.168.1.10')).toBe('cookie')
})
