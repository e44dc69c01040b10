import os from 'node:os'
import { expect, it, vi } from 'vitest'
import { isRefused } from './reach'
import { isThisMachine } from './this-machine'

const netmask = { netmask: '', mac: '', internal: false, cidr: null }
const HERE = {
  eth0: [
    { ...netmask, address: '93.184.216.34', family: 'IPv4' as const },
    { ...netmask, address: '2606:2800:220:1::1', family: 'IPv6' as const, scopeid: 0 },
  ],
}

it.each(['93.184.216.34', '::ffff:93.184.216.34', '2606:2800:220:1::1', '2606:2800:0220:0001:0:0:0:1'])(
  '%s is a public address of this machine',
  (address) => expect(isThisMachine(address, HERE)).toBe(true),
)
it.each(['93.184.216.35', '2606:2800:220:1::2', '1.1.1.1'])('%s is none (control)', (address) =>
  expect(isThisMachine(address, HERE)).toBe(false),
)

it('is refused where several people use Mneme, and left to an owner', () => {
  const interfaces = vi.spyOn(os, 'networkInterfaces').mockReturnValue(HERE)
  expect(isRefused('93.184.216.34', 'public')).toBe(true)
  expect(isRefused('93.184.216.35', 'public')).toBe(false)
  expect(isRefused('93.184.216.34', 'own')).toBe(false)
  interfaces.mockRestore()
})
