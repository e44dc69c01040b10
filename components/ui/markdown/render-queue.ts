import { flushSync } from 'react-dom'

const SLICE_MS = 12
const waiting = new Set<() => void>()
let scheduled = false

/** Runs a small state change when the page is idle. @returns a function that cancels it. */
export function whenFree(update: () => void): () => void {
  waiting.add(update)
  schedule()
  return () => void waiting.delete(update)
}

function schedule() {
  if (!scheduled) setTimeout(slice)
  scheduled = true
}

function slice() {
  scheduled = false
  const until = performance.now() + SLICE_MS
  for (const update of waiting) {
    waiting.delete(update)
    flushSync(update)
    if (performance.now() > until) break
  }
  if (waiting.size) schedule()
}
