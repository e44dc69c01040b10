import { describe, expect, it } from 'vitest'
import { env, parseEnv } from '@/lib/config/env'
import { testingEnv } from '@/lib/config/testing-env'
import { networkOf, peerAddress } from './peer-address'

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
