import { beforeEach, describe, expect, it } from 'vitest'
import { env } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { forgetOnce } from '@/lib/shared/once'
import { peerAddress } from './peer-address'
import { admitToMetrics, guess } from './sign-in-limit'

const TOKEN = 'a-metrics-token'
const OPEN = {}
const SHARED = { MNEME_ACCESS_TOKEN: 'ana:a-token-of-ana' }
const WITH_TOKEN = { MNEME_METRICS_TOKEN: TOKEN }

/**
 * The refusal of a request from a peer, through the front door's reading of X-Forwarded-For; null = admitted.
 */
async function refusal(
  values: Record<string, string>,
  { peer = '127.0.0.1', forwarded, bearer }: { peer?: string; forwarded?: string; bearer?: string } = {},
): Promise<string | null> {
  testingEnv(values)
  const authorization = bearer === undefined ? null : `Bearer ${bearer}`
  const address = peerAddress(env().MNEME_TRUSTED_PROXIES, peer, forwarded)
  return admitToMetrics(env(), address, authorization).then(
    () => null,
    (error: Error) => error.message,
  )
}

describe('the metrics', () => {
  beforeEach(() => {
    forgetOnce('sign-in-limits')
    forgetOnce('metrics-limits')
  })

  it('are open to this machine without an access token', async () => {
    for (const peer of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
      expect(await refusal(OPEN, { peer })).toBeNull()
    for (const peer of ['10.0.0.7', '192.168.1.4', '203.0.113.9', '::ffff:10.0.0.7', ''])
      expect(await refusal(OPEN, { peer })).toMatch(/MNEME_METRICS_TOKEN/)
  })

  it('are closed to visitors whom a trusted proxy on this machine names, whatever they claim', async () => {
    const proxied = { MNEME_TRUSTED_PROXIES: '127.0.0.1' }
    for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '::1, 10.0.0.7'])
      expect(await refusal(proxied, { forwarded })).toMatch(/MNEME_METRICS_TOKEN/)
    expect(await refusal(proxied, { peer: '203.0.113.9', forwarded: '127.0.0.1' })).not.toBeNull()
  })

  it('are closed to this machine too with an access token, since a proxy looks like it', async () => {
    expect(await refusal(SHARED)).toMatch(/MNEME_METRICS_TOKEN/)
    expect(await refusal({ ...SHARED, ...WITH_TOKEN })).toMatch(/Send the metrics token/)
    expect(await refusal(SHARED, { bearer: 'a-token-of-ana' })).toMatch(/MNEME_METRICS_TOKEN/)
  })

  it('are open to the metrics token from anywhere, and to no other', async () => {
    for (const values of [WITH_TOKEN, { ...SHARED, ...WITH_TOKEN }])
      for (const peer of ['127.0.0.1', '203.0.113.9'])
        expect(await refusal(values, { peer, bearer: TOKEN })).toBeNull()
    for (const bearer of [`${TOKEN}x`, TOKEN.slice(0, -1), 'a-token-of-ana'])
      expect(await refusal({ ...SHARED, ...WITH_TOKEN }, { bearer })).toBe('That metrics token is wrong.')
    expect(await refusal({ ...SHARED, ...WITH_TOKEN }, { bearer: '' })).toMatch(/Send the metrics token/)
  })

  it('cannot be guessed at: wrong tokens are limited like those of signing in', async () => {
    const peer = '203.0.113.9'
    for (let i = 0; i < 10; i++) await refusal(WITH_TOKEN, { peer, bearer: `wrong-token-${i}` })
    expect(await refusal(WITH_TOKEN, { peer, bearer: TOKEN })).toMatch(
      /Too many attempts\. Try again in \d+ s\./,
    )
    expect(await refusal(WITH_TOKEN, { peer: '203.0.113.10', bearer: TOKEN })).toBeNull()
    expect(await guess(peer, () => 'signed in')).toBe('signed in')
  })
})
