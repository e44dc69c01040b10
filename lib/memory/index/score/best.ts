/** The best `count` of what is offered, best first. `worse(a, b)` must be a total order. */
export function bestOf(count: number, worse: (a: number, b: number) => boolean) {
  const best: number[] = []
  const worst = () => best.at(-1) ?? 0
  const full = () => best.length >= count
  return {
    full,
    worst,
    offer(value: number) {
      if (full() && !worse(worst(), value)) return
      let [low, high] = [0, best.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (worse(best[middle] ?? 0, value)) high = middle
        else low = middle + 1
      }
      best.splice(low, 0, value)
      if (best.length > count) best.pop()
    },
    sorted: () => best,
  }
}
