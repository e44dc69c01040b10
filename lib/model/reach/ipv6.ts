/** The eight 16-bit groups of a valid IPv6 address without a zone. */
export function groupsOf(address: string): number[] {
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

/**
 * The IPv4 address within an IPv6 one; null = there is none. Usual are mapped addresses and NAT64 (RFC 6052).
 */
export function embedded(groups: number[]): { address: string; isUsual: boolean } | null {
  const last = dotted(groups[6], groups[7])
  const isUsual = starts(groups, 0, 0, 0, 0, 0, 0xffff) || starts(groups, 0x64, 0xff9b, 0, 0, 0, 0)
  if (isUsual || UNUSUAL.some((prefix) => starts(groups, ...prefix))) return { address: last, isUsual }
  // 6to4, then Teredo.
  if (starts(groups, 0x2002)) return { address: dotted(groups[1], groups[2]), isUsual: false }
  if (starts(groups, 0x2001, 0))
    return { address: dotted((groups[6] ?? 0) ^ 0xffff, (groups[7] ?? 0) ^ 0xffff), isUsual: false }
  return null
}
