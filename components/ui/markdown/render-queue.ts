import { flushSync } from 'react-dom'

const SLICE_MS = 12
const waiting = new Set<() => void>()
let scheduled = false

/**
 * Runs `update`, a small change of state, when the page has time: a few at a time, so that input and paint come
 * between. @returns a function that takes it back.
 */
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
