import { useEffect, useEffectEvent } from 'react'

/** Safari does not have it, nor do TypeScript's own types. */
type CloseWatcher = { onclose: (() => void) | null; destroy(): void }
declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/** Back on Android closes what is open instead of leaving the page, if the browser has close watchers. */
export function useBackCloses(open: boolean, close: () => void) {
  const back = useEffectEvent(close)
  useEffect(() => {
    const { CloseWatcher } = window
    if (!open || !CloseWatcher) return
    // Each serves once, and what is open may ask before it closes.
    const watch = () => {
      const watcher = new CloseWatcher()
      watcher.onclose = () => {
        current = watch()
        back()
      }
      return watcher
    }
    let current = watch()
    return () => current.destroy()
  }, [open])
}
