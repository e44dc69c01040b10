/** The best `count` of what is offered: a heap with the worst on top. `worse(a, b)` must be a total order. */
export type Best = { offer(value: number): void; full(): boolean; worst(): number; sorted(): number[] }

export function bestOf(count: number, worse: (a: number, b: number) => boolean): Best {
  const heap: number[] = []
  const at = (i: number) => heap[i] ?? 0
  const swap = (i: number, j: number) => {
    const held = at(i)
    heap[i] = at(j)
    heap[j] = held
  }
  const up = (from: number) => {
    for (
      let i = from, parent = (i - 1) >> 1;
      i > 0 && worse(at(i), at(parent));
      i = parent, parent = (i - 1) >> 1
    )
      swap(i, parent)
  }
  const down = () => {
    for (let i = 0; ; ) {
      const [left, right] = [2 * i + 1, 2 * i + 2]
      let least = i
      if (left < heap.length && worse(at(left), at(least))) least = left
      if (right < heap.length && worse(at(right), at(least))) least = right
      if (least === i) return
      swap(i, least)
      i = least
    }
  }
  return {
    offer(value) {
      if (heap.length < count) up(heap.push(value) - 1)
      else if (worse(at(0), value)) {
        heap[0] = value
        down()
      }
    },
    full: () => heap.length >= count,
    worst: () => at(0),
    sorted: () => [...heap].sort((a, b) => (worse(b, a) ? -1 : 1)),
  }
}
