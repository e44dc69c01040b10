import { pacer } from '@/lib/base/breath'
import { type Key, nextSerial } from '@/lib/memory/text/terms'
import { type IndexData, MAX_TF, TF_BITS, tfOf, unitOf } from './data'

/**
 * The postings of a load in the order they occur. A growing list per key would take twice the time and more
 * memory. `keyOf` = each posting's key number, `last` = each key's last posting, `count` = its number of
 * postings. Not searchable before `settle`.
 */
export type Bulk = {
  serial: number
  names: string[]
  numberOf: Map<string, number>
  last: Int32Array
  count: Int32Array
  keyOf: Int32Array
  postings: Int32Array
  length: number
}

const KEYS = 1 << 14
const POSTINGS = 1 << 18
export const startBulk = (): Bulk => ({
  serial: nextSerial(),
  names: [],
  numberOf: new Map(),
  last: new Int32Array(KEYS),
  count: new Int32Array(KEYS),
  keyOf: new Int32Array(POSTINGS),
  postings: new Int32Array(POSTINGS),
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
  const posting = last < 0 ? -1 : (bulk.postings[last] ?? 0)
  if (last >= 0 && unitOf(posting) === unit) {
    if (tfOf(posting) < MAX_TF) bulk.postings[last] = posting + 1
    return
  }
  if (bulk.length === bulk.postings.length) {
    bulk.postings = wider(bulk.postings)
    bulk.keyOf = wider(bulk.keyOf)
  }
  bulk.postings[bulk.length] = (unit << TF_BITS) | 1
  bulk.keyOf[bulk.length] = number
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
    const key = keyOf[i] ?? 0
    const at = next[key] ?? 0
    sorted[at] = postings[i] ?? 0
    next[key] = at + 1
  }
  for (let key = 0; key < names.length; key++) {
    if (key % KEYS_A_PACE === 0) await pace()
    const from = starts[key] ?? 0
    // Most words have a single posting; a growing list would reserve room for 17.
    const list = [sorted[from] ?? 0]
    for (let i = from + 1; i < (starts[key + 1] ?? 0); i++) list.push(sorted[i] ?? 0)
    data.postings.set(names[key] ?? '', list)
  }
  data.postingCount = length
}
