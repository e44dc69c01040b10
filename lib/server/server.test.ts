import { AsyncLocalStorage } from 'node:async_hooks'
import v8 from 'node:v8'
import vm from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env, parseEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { forgetOnce } from '@/lib/shared/once'
import { networkOf, peerAddress } from './peer-address'
import { guess } from './sign-in-limit'
import { releaseAbortReasons } from './start'

describe('abort reasons', () => {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  const { abort } = AbortController.prototype
  afterEach(() => {
    AbortController.prototype.abort = abort
  })

  const REQUESTS = 20
  const nextBatch = () => new Promise((resolve) => setImmediate(resolve))

  /** Of some requests that run side by side and are over, how many an aborted signal of one of them holds. */
  async function heldByOneSignal(): Promise<number> {
    const current = new AsyncLocalStorage<object>()
    const aborted: AbortSignal[] = []
    const requests = Array.from({ length: REQUESTS }, (_, i) => {
      const request = { i }
      current.run(request, () =>
        setImmediate(() => {
          if (i !== REQUESTS / 2) return
          const controller = new AbortController()
          controller.abort(new Error('This response is complete.'))
          aborted.push(controller.signal)
        }),
      )
      return new WeakRef(request)
    })
    await nextBatch()
    const held = () => requests.filter((request) => request.deref()).length
    // One collection may leave what another one frees; what a signal holds stays.
    for (let pass = 0; pass < 10 && (pass === 0 || held()); pass++) {
      await nextBatch()
      collect()
    }
    expect(aborted[0]?.reason).toMatchObject({ message: 'This response is complete.' })
    return held()
  }

  it('a response that has ended holds none of those that were streamed beside it', async () => {
    releaseAbortReasons()
    expect(await heldByOneSignal()).toBe(0)
  })
})

const addressOf = (proxies: string, remote: string | undefined, forwarded?: string) => {
  testingEnv(proxies === '' ? {} : { MNEME_TRUSTED_PROXIES: proxies })
  return peerAddress(env().MNEME_TRUSTED_PROXIES, remote, forwarded)
}

describe('X-Forwarded-For', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.2', '172.17.0.1', '192.168.1.4', 'fd00::2', '203.0.113.9'])(
    'is not believed without a setting, from %s either',
    (peer) => expect(addressOf('', peer, '198.51.100.7')).toBe(peer),
  )

  it.each([
    ['127.0.0.1', '::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['172.17.0.0/16', '172.17.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['fd00::/8', 'fd00::2', '2001:db8::1', '2001:db8::1'],
    ['10.0.0.2,10.0.0.3', '10.0.0.3', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.2', '10.0.0.4', '203.0.113.9', '10.0.0.4'],
    ['10.0.0.2', '10.0.0.2', 'unknown', '10.0.0.2'],
    ['10.0.0.2', '10.0.0.2', undefined, '10.0.0.2'],
    ['10.0.0.2', undefined, '1.1.1.1', ''],
  ])('with %s trusted, %s saying %s is %s', (proxies, remote, forwarded, address) =>
    expect(addressOf(proxies, remote, forwarded)).toBe(address),
  )

  it.each(['proxy', '10.0.0.2/33', '10.0.0.2/', '10.0.0.0/8/8', '10.0.0.2,', '::1/129', 'true'])(
    'is believed from nobody if the setting is %s: Mneme does not start',
    (value) =>
      expect(parseEnv({ MNEME_TRUSTED_PROXIES: value })).toMatchObject({
        problems: [expect.stringMatching(/^MNEME_TRUSTED_PROXIES: use addresses or subnets/)],
      }),
  )
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))

describe('sign in limit', () => {
  beforeEach(() => void forgetOnce('sign-in-limits'))
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
})
