'use client'
import { useCallback, useMemo, useState } from 'react'
import { countKinds, type Picture } from './canvas/elements'

/**
 * How many of each kind the canvas shows; null until it has drawn this picture. `named` reports that its labels
 * are placed: those of `nameless` nodes have no room, so that these are not drawn either. `grown` = the
 * picture's graph as the replay shows it.
 */
export function useDrawnCounts(picture: Picture, grown: Picture['graph']) {
  const [drawn, setDrawn] = useState<{ picture: Picture; nameless: string } | null>(null)
  const named = useCallback((picture: Picture, nameless: readonly string[]) => {
    const key = nameless.join('\n')
    setDrawn((before) =>
      before?.picture === picture && before.nameless === key ? before : { picture, nameless: key },
    )
  }, [])
  const counts = useMemo(
    () =>
      drawn?.picture === picture
        ? countKinds({ ...picture, graph: grown }, new Set(drawn.nameless.split('\n')))
        : null,
    [drawn, picture, grown],
  )
  return { counts, named }
}
