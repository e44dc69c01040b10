/** npm passes signals on, so that one Ctrl-C comes several times within this. */
const SAME_MS = 500
/** The code of a command that was stopped. */
export const STOPPED = 130

/** Stops at the first Ctrl-C; the second one ends the process. */
export function onCtrlC(): AbortSignal {
  const stop = new AbortController()
  let first = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      first ||= Date.now()
      if (Date.now() - first > SAME_MS) process.exit(STOPPED)
      stop.abort()
    })
  return stop.signal
}
