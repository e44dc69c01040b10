'use client'
import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/** What a paste attaches. Office programs add a picture of the text that was copied: that is a paste of text. */
export const pastedFiles = ({ files, types }: Pick<DataTransfer, 'files' | 'types'>): File[] =>
  types.includes('text/plain') && types.includes('text/html') ? [] : [...files]

/** Files dropped anywhere on the page that nothing else handles. True while files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const dropped = useEffectEvent(onFiles)
  useEffect(() => {
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const allow = (event: DragEvent) => hasFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      dropped([...(event.dataTransfer?.files ?? [])])
    }
    const gone = new AbortController()
    const events = { dragenter: enter, dragleave: leave, dragover: allow, drop } as const
    for (const [name, handler] of Object.entries(events))
      addEventListener(name as 'drop', handler, { signal: gone.signal })
    return () => gone.abort()
  }, [])
  return over
}
