/** The best `count` of the first `size` numbers of `values`, best first by `order`, ties by `before`; a bounded heap, worst on top. */
export function bestOf(values: Int32Array, size: number, count: number, order: Float64Array, before: (a: number, b: number) => boolean): number[] {
  const heap: number[] = []
  const worse = (a: number, b: number) => {
    const [x, y] = [order[a] ?? 0, order[b] ?? 0]
    return x < y || (x === y && before(b, a))
  }
  const swap = (i: number, j: number) => {
    const held = heap[i] ?? 0
    heap[i] = heap[j] ?? 0
    heap[j] = held
  }
  const up = (from: number) => {
    for (let i = from; i > 0; ) {
      const parent = (i - 1) >> 1
      if (!worse(heap[i] ?? 0, heap[parent] ?? 0)) return
      swap(i, parent)
      i = parent
    }
  }
  const down = () => {
    for (let i = 0; ; ) {
      const [l, r] = [2 * i + 1, 2 * i + 2]
      let least = i
      if (l < heap.length && worse(heap[l] ?? 0, heap[least] ?? 0)) least = l
      if (r < heap.length && worse(heap[r] ?? 0, heap[least] ?? 0)) least = r
      if (least === i) return
      swap(i, least)
      i = least
    }
  }
  for (let i = 0; i < size; i++) {
    const value = values[i] ?? 0
    if (heap.length < count) up(heap.push(value) - 1)
    else if (worse(heap[0] ?? 0, value)) {
      heap[0] = value
      down()
    }
  }
  return heap.sort((a, b) => (worse(b, a) ? -1 : 1))
}
