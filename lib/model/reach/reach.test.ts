import os from 'node:os'
import { expect, it, vi } from 'vitest'
import { parseEnv } from '@/lib/config/env'
import { isAllowedHost, isRefused, isThisMachine, reachOfTyped } from './reach'

it.each([
  ['ollama.lan', 'http://ollama.lan:11434/v1', true],
  ['ollama.lan', 'http://OLLAMA.lan/v1', true],
  ['ollama.lan:11434', 'http://ollama.lan:11434/v1', true],
  ['ollama.lan:11434', 'http://ollama.lan:22/v1', false],
  ['ollama.lan:443', 'https://ollama.lan/v1', true],
  ['ollama.lan:443', 'http://ollama.lan/v1', false],
  ['a.test,127.0.0.1:8080', 'http://0x7f.1:8080/v1', true],
  ['[fd00::1]:8080', 'http://[fd00:0:0::1]:8080/v1', true],
  ['ollama.lan', 'http://evil-ollama.lan/v1', false],
  ['ollama.lan', 'http://ollama.lan.evil.test/v1', false],
  ['ollama.lan', 'http://ollama.lan@127.0.0.1/v1', false],
  ['ollama.lan', 'not an address', false],
  [undefined, 'http://ollama.lan/v1', false],
])('MNEME_MODEL_HOSTS=%s allows %s: %s', (list, address, allowed) =>
  expect(isAllowedHost(list, address)).toBe(allowed),
)

it('what stands there must be hosts', () => {
  for (const list of ['ollama.lan', 'a.test,b.test:80', '[fd00::1]', '[fd00::1]:80,host_2'])
    expect(parseEnv({ MNEME_MODEL_HOSTS: list }).ok).toBe(true)
  for (const list of ['http://a.test', 'a.test/v1', 'a.test, b.test', 'a:b', 'fd00::1', ','])
    expect(parseEnv({ MNEME_MODEL_HOSTS: list }).ok).toBe(false)
})

it('a typed address reaches this network where one person uses Mneme, the internet where several do, and anything the operator names', () => {
  const shared = { MNEME_ACCESS_TOKEN: 'one-token-for-all', MNEME_MODEL_HOSTS: undefined }
  expect(reachOfTyped({ ...shared, MNEME_ACCESS_TOKEN: undefined }, 'http://10.0.0.1/v1')).toBe('own')
  expect(reachOfTyped(shared, 'http://10.0.0.1/v1')).toBe('public')
  expect(reachOfTyped({ ...shared, MNEME_MODEL_HOSTS: '10.0.0.1' }, 'http://10.0.0.1/v1')).toBe('trusted')
})

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
