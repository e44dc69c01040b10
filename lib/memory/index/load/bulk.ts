import type { Key } from '@/lib/memory/text/known-words'
import { pacer } from '@/lib/shared/breath'
import { type IndexData, MAX_TF, postingUnit, TF_BITS, tfOf } from './data'

/**
 * The postings of a load in order; a growing list per key would take twice the time. `keyOf` = each posting's
 * key number, `last` and `count` = each key's last posting and number of postings. Searchable after `settle`.
 */
export type Bulk = ReturnType<typeof startBulk>
/** In parts: one list that doubles would be copied in one block and need twice the room. */
type Numbers = Int32Array[]

const KEYS = 1 << 14
const PART_BITS = 16
const PART = 1 << PART_BITS
const at = (list: Numbers, i: number) => list[i >> PART_BITS]?.[i & (PART - 1)] ?? 0
const put = (list: Numbers, i: number, value: number) => {
  const part = list[i >> PART_BITS]
  if (part) part[i & (PART - 1)] = value
}
let loads = 0
export const startBulk = () => ({
  serial: ++loads,
  names: [] as string[],
  numberOf: new Map<string, number>(),
  last: new Int32Array(KEYS),
  count: new Int32Array(KEYS),
  keyOf: [] as Numbers,
  postings: [] as Numbers,
  length: 0,
})

const wider = (list: Int32Array) => {
  const next = new Int32Array(list.length * 2)
  next.set(list)
  return next
}

/** The key's number in this load, stored on the key: a lookup by text would dominate the cost. */
function numbered(bulk: Bulk, key: Key): number {
  if (key.serial === bulk.serial) return key.number
  const number = bulk.numberOf.get(key.text) ?? bulk.names.push(key.text) - 1
  if (number === bulk.numberOf.size) {
    bulk.numberOf.set(key.text, number)
    if (number >= bulk.last.length) {
      bulk.last = wider(bulk.last)
      bulk.count = wider(bulk.count)
    }
    bulk.last[number] = -1
  }
  key.serial = bulk.serial
  key.number = number
  return number
}

/** Counts the key once more in the unit added last. */
export function noteKey(bulk: Bulk, key: Key, unit: number) {
  const number = numbered(bulk, key)
  const last = bulk.last[number] ?? -1
  const posting = last < 0 ? -1 : at(bulk.postings, last)
  if (last >= 0 && postingUnit(posting) === unit) {
    if (tfOf(posting) < MAX_TF) put(bulk.postings, last, posting + 1)
    return
  }
  if (bulk.length % PART === 0) {
    bulk.postings.push(new Int32Array(PART))
    bulk.keyOf.push(new Int32Array(PART))
  }
  put(bulk.postings, bulk.length, (unit << TF_BITS) | 1)
  put(bulk.keyOf, bulk.length, number)
  bulk.last[number] = bulk.length
  bulk.count[number] = (bulk.count[number] ?? 0) + 1
  bulk.length += 1
}

const [PIECE, KEYS_A_PACE] = [1 << 15, 1 << 10]
/** Moves the postings into an index that has none yet. */
export async function settle(bulk: Bulk, data: IndexData): Promise<void> {
  const pace = pacer()
  const { names, count, keyOf, postings, length } = bulk
  const starts = new Int32Array(names.length + 1)
  for (let key = 0; key < names.length; key++) starts[key + 1] = (starts[key] ?? 0) + (count[key] ?? 0)
  const next = starts.slice()
  const sorted = new Int32Array(length)
  for (let i = 0; i < length; i++) {
    if (i % PIECE === 0) await pace()
    const key = at(keyOf, i)
    const place = next[key] ?? 0
    sorted[place] = at(postings, i)
    next[key] = place + 1
  }
  for (let key = 0; key < names.length; key++) {
    if (key % KEYS_A_PACE === 0) await pace()
    const [from, to] = [starts[key] ?? 0, starts[key + 1] ?? 0]
    // A growing list would reserve up to twice the room.
    const list = new Array<number>(to - from)
    for (let i = from; i < to; i++) list[i - from] = sorted[i] ?? 0
    data.postings.set(names[key] ?? '', list)
  }
  data.postingCount = length
}
