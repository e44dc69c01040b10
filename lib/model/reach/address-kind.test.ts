import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressKind, addressKind } from './address-kind'
import { isRefused } from './reach'

const TABLE: [AddressKind, string[]][] = [
  [
    'public',
    [
      '1.1.1.1',
      '8.8.8.8',
      '11.0.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '126.255.255.255',
      '172.15.255.255',
      '172.32.0.1',
      '192.167.1.1',
      '198.17.1.1',
      '223.255.255.255',
    ],
  ],
  ['public', ['2606:4700::1111', '2a00:1450:4001:82a::200e', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8']],
  [
    'inside',
    [
      '127.0.0.1',
      '127.255.255.255',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '0.0.0.0',
      '0.1.2.3',
    ],
  ],
  [
    'inside',
    ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.7', '192.88.99.1'],
  ],
  [
    'inside',
    [
      '::1',
      '::',
      'fc00::1',
      'fdff::1',
      'fec0::1',
      '2001:db8::1',
      '3fff::1',
      '2001:10::1',
      '100::1',
      '4000::1',
      '64:ff9b:1::8.8.8.8',
    ],
  ],
  [
    'inside',
    [
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '::ffff:0:10.0.0.1',
      '64:ff9b::10.0.0.1',
      '2002:7f00:1::',
      '2002:808:808::1',
      '2001:0:1:1::f5ff:fffe',
    ],
  ],
  [
    'never',
    [
      '169.254.169.254',
      '169.254.0.1',
      '168.63.129.16',
      '100.100.100.200',
      '192.0.0.192',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
    ],
  ],
  [
    'never',
    [
      'fe80::1',
      'fe80::1%eth0',
      'febf::1',
      'ff02::1',
      'fd00:ec2::254',
      'fd20:ce::254',
      'fd00:42::42',
      'fd00:c1::a9fe:a9fe',
    ],
  ],
  [
    'never',
    [
      '::ffff:169.254.169.254',
      '::169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b:1::a9fe:a9fe',
      '2002:a9fe:a9fe::1',
      '2001:0:1:1::5601:5601',
    ],
  ],
  ['never', ['', 'localhost', '1.2.3', '1.2.3.4.5', '256.1.1.1', 'g::1', '[::1]']],
]

const four = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
type Four = [number, number, number, number]
const number = ([a, b, c, d]: Four) => ((a * 256 + b) * 256 + c) * 256 + d
/** [first, last] of what nobody outside reaches, by arithmetic instead of a list of subnets. */
const PRIVATE = (
  [
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['224.0.0.0', '255.255.255.255'],
  ] as const
).map((range) => range.map((text) => number(text.split('.').map(Number) as Four)) as [number, number])
const isPrivate = (of: Four) => PRIVATE.some(([first, last]) => number(of) >= first && number(of) <= last)
const privateFour = fc
  .constantFrom(...PRIVATE)
  .chain(([first, last]) =>
    fc
      .integer({ min: first, max: last })
      .map(
        (at): Four => [
          Math.floor(at / 2 ** 24),
          Math.floor(at / 2 ** 16) % 256,
          Math.floor(at / 256) % 256,
          at % 256,
        ],
      ),
  )

const hex = (value: number) => value.toString(16)
const pair = (a: number, b: number) => hex(a * 256 + b)
/** Ways to write an IPv4 address as the host of a URL. */
const SPELLINGS: Record<string, (of: Four) => string> = {
  dotted: (of) => of.join('.'),
  'a dot at the end': (of) => `${of.join('.')}.`,
  decimal: (of) => String(number(of)),
  hexadecimal: (of) => `0x${hex(number(of))}`,
  octal: (of) => `0${number(of).toString(8)}`,
  'octal parts': (of) => of.map((part) => `0${part.toString(8)}`).join('.'),
  'hexadecimal parts': (of) => of.map((part) => `0x${hex(part)}`).join('.'),
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'two parts': ([a, b, c, d]) => `${a}.0x${hex((b * 256 + c) * 256 + d)}`,
  'full-width digits': (of) =>
    of.join('.').replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'ideographic dots': (of) => of.join('。'),
  'per cent': (of) => of.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  mapped: (of) => `[::ffff:${of.join('.')}]`,
  'mapped in hexadecimal': ([a, b, c, d]) => `[0:0:0:0:0:FFFF:${pair(a, b)}:${pair(c, d)}]`,
  compatible: (of) => `[::${of.join('.')}]`,
  translated: (of) => `[::ffff:0:${of.join('.')}]`,
  NAT64: (of) => `[64:ff9b::${of.join('.')}]`,
  'local NAT64': (of) => `[64:ff9b:1::${of.join('.')}]`,
  '6to4': ([a, b, c, d]) => `[2002:${pair(a, b)}:${pair(c, d)}::1]`,
  Teredo: ([a, b, c, d]) => `[2001:0:0101:0101::${pair(a ^ 255, b ^ 255)}:${pair(c ^ 255, d ^ 255)}]`,
}
const hostOf = (spelled: string) => new URL(`http://${spelled}/v1`).hostname.replace(/^\[|\]$/g, '')

describe('an IP address', () => {
  it.each(TABLE)('is %s: %j', (kind, addresses) =>
    expect(addresses.map((address) => [address, addressKind(address)])).toEqual(
      addresses.map((address) => [address, kind]),
    ),
  )

  it.each(Object.entries(SPELLINGS))(
    'nobody outside reaches is refused when it is spelled as %s',
    (_, spell) => {
      fc.assert(
        fc.property(privateFour, (of) => isRefused(hostOf(spell(of)), 'public')),
        { numRuns: 500, seed: 27 },
      )
    },
  )

  it('of the internet is not refused, in the spellings that mean it', () => {
    const usual = ['dotted', 'decimal', 'hexadecimal', 'octal parts', 'mapped', 'NAT64'].map(
      (name) => SPELLINGS[name] ?? String,
    )
    const outside = four.filter(
      (of) => of[0] < 192 && !isPrivate(of) && !['168.63.129.16'].includes(of.join('.')),
    )
    fc.assert(
      fc.property(outside, fc.constantFrom(...usual), (of, spell) => !isRefused(hostOf(spell(of)), 'public')),
      { numRuns: 2_000, seed: 27 },
    )
  })

  it('of metadata and the link is refused to the owner of a local installation too, loopback and private networks are not', () => {
    for (const [kind, addresses] of TABLE)
      for (const address of addresses)
        expect([address, isRefused(address, 'own')]).toEqual([address, kind === 'never'])
    expect(
      TABLE.flatMap(([, addresses]) => addresses).filter((address) => isRefused(address, 'trusted')),
    ).toEqual([])
  })

  it('negative control: a check that reads the text lets most spellings pass', () => {
    const byText = (host: string) =>
      /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
    const passing = Object.keys(SPELLINGS).filter(
      (name) => !byText(hostOf(SPELLINGS[name]?.([127, 0, 0, 1]) ?? '')),
    )
    expect(passing).toEqual([
      'mapped',
      'mapped in hexadecimal',
      'compatible',
      'translated',
      'NAT64',
      'local NAT64',
      '6to4',
      'Teredo',
    ])
  })
})
