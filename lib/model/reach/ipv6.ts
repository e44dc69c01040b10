/** The eight 16-bit groups of a valid IPv6 address in any spelling, without a zone. */
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

/**
 * The IPv4 address that an IPv6 one stands for; null = it stands for itself. `isUsual`: mapped addresses and
 * NAT64 (RFC 6052) are how IPv4 is reached today; the others (compatible, translated, local NAT64, 6to4,
 * Teredo) are not.
 */
export function embedded(groups: number[]): { address: string; isUsual: boolean } | null {
  const last = dotted(groups[6], groups[7])
  if (starts(groups, 0, 0, 0, 0, 0, 0xffff)) return { address: last, isUsual: true }
  if (starts(groups, 0x64, 0xff9b, 0, 0, 0, 0)) return { address: last, isUsual: true }
  if (starts(groups, 0x64, 0xff9b, 1)) return { address: last, isUsual: false }
  if (starts(groups, 0, 0, 0, 0, 0xffff, 0)) return { address: last, isUsual: false }
  if (starts(groups, 0, 0, 0, 0, 0, 0)) return { address: last, isUsual: false }
  if (starts(groups, 0x2002)) return { address: dotted(groups[1], groups[2]), isUsual: false }
  if (starts(groups, 0x2001, 0))
    return { address: dotted((groups[6] ?? 0) ^ 0xffff, (groups[7] ?? 0) ^ 0xffff), isUsual: false }
  return null
}
