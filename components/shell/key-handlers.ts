/** What a key does. `above` = it belongs to something that lies over the page, such as a panel that Escape closes. */
export type KeyHandler = { run(): void; above: boolean }

/** The one handler of a key that answers, given all in the order of mounting: what lies over the page first, then what was mounted last. */
export const topmost = (handlers: Iterable<KeyHandler>): KeyHandler | null => {
  const all = [...handlers]
  return all.findLast((handler) => handler.above) ?? all.at(-1) ?? null
}
