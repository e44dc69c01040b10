const MINUTE = 60_000
/** A message every two minutes, and a pause of twenty after every ten. */
const APART_MS = 2 * MINUTE
const PAUSE_MS = 20 * MINUTE
const PAUSE_AFTER = 10

/** When a turn of a replayed conversation begins, in milliseconds; the first turn is 0. */
export const timeOf = (turn: number) => turn * APART_MS + Math.floor(turn / PAUSE_AFTER) * PAUSE_MS

export const PACE_NOTE = `one every ${APART_MS / MINUTE} minutes with a pause of ${PAUSE_MS / MINUTE} after every ${PAUSE_AFTER}`
