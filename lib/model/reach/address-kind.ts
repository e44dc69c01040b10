import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The eight 16-bit groups of a valid IPv6 address without a zone. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(head), read(tail ?? '')]
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

const dotted = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
const starts = (groups: number[], ...prefix: number[]) => prefix.every((group, i) => groups[i] === group)

/** IPv4-compatible, translated and local NAT64 addresses: nobody uses them to reach IPv4 today. */
const UNUSUAL = [
  [0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0xffff, 0],
  [0x64, 0xff9b, 1],
]

/** The IPv4 address within; null = none. Usual are mapped addresses and NAT64 (RFC 6052). */
function embedded(groups: number[]): { address: string; isUsual: boolean } | null {
  const last = dotted(groups[6], groups[7])
  const isUsual = starts(groups, 0, 0, 0, 0, 0, 0xffff) || starts(groups, 0x64, 0xff9b, 0, 0, 0, 0)
  if (isUsual || UNUSUAL.some((prefix) => starts(groups, ...prefix))) return { address: last, isUsual }
  // 6to4, then Teredo.
  if (starts(groups, 0x2002)) return { address: dotted(groups[1], groups[2]), isUsual: false }
  if (starts(groups, 0x2001, 0))
    return { address: dotted((groups[6] ?? 0) ^ 0xffff, (groups[7] ?? 0) ^ 0xffff), isUsual: false }
  return null
}

/**
 * `public` = on the internet; `inside` = this machine, its network or an unassigned range; `never` = no
 * provider can be there (metadata, link-local, multicast, reserved).
 */
export type AddressKind = 'public' | 'inside' | 'never'

const listOf = (...ranges: string[]): BlockList => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Metadata services outside the link-local range: Azure, Alibaba, Oracle; AWS, Google, Scaleway, Oracle. */
const METADATA = [
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  'fd00:c1::a9fe:a9fe/128',
]
const NEVER = listOf('169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4', 'fe80::/10', 'ff00::/8', ...METADATA)

/** Not globally reachable by the IANA registry of special IPv4 addresses. */
const INSIDE_V4 = listOf(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
)
/** Of IPv6 only 2000::/3 is assigned; `INSIDE_V6` is not global, or reaches IPv4 (6to4, Teredo). */
const ASSIGNED_V6 = listOf('2000::/3')
const INSIDE_V6 = listOf('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

function kindOfV4(address: string): AddressKind {
  if (NEVER.check(address, 'ipv4')) return 'never'
  return INSIDE_V4.check(address, 'ipv4') ? 'inside' : 'public'
}

function kindOfV6(address: string): AddressKind {
  if (NEVER.check(address, 'ipv6')) return 'never'
  const within = embedded(groupsOf(address))
  if (within) {
    const kind = kindOfV4(within.address)
    return kind === 'public' && !within.isUsual ? 'inside' : kind
  }
  return ASSIGNED_V6.check(address, 'ipv6') && !INSIDE_V6.check(address, 'ipv6') ? 'public' : 'inside'
}

/** Without brackets. Anything that is not an IP address is `never`. */
export function addressKind(address: string): AddressKind {
  const [plain = ''] = address.split('%')
  if (isIPv4(plain)) return kindOfV4(plain)
  return isIPv6(plain) ? kindOfV6(plain) : 'never'
}
