/**
 * A keyboard handler. `above` = it belongs to something over the page, such as a panel that Escape closes.
 */
export type KeyHandler = { run(): void; above: boolean }

/** The handler that gets a key: first those above the page, then the last one mounted. */
export const topmost = (handlers: Iterable<KeyHandler>): KeyHandler | null => {
  const all = [...handlers]
  return all.findLast((handler) => handler.above) ?? all.at(-1) ?? null
}
