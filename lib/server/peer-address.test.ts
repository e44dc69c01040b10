import { expect, it } from 'vitest'
import { networkOf, peerAddress } from './peer-address'

it.each([
  ['127.0.0.1', undefined, '127.0.0.1'],
  ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['172.17.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['fd00::2', '2001:db8::1', '2001:db8::1'],
  ['203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ['10.0.0.2', 'unknown', '10.0.0.2'],
  [undefined, '1.1.1.1', ''],
])('%s saying %s is %s', (remote, forwarded, address) => expect(peerAddress(remote, forwarded)).toBe(address))

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s is of the network %s', (address, network) => expect(networkOf(address)).toBe(network))
