'use client'
import { useCallback, useMemo, useState } from 'react'
import { countKinds, type Picture } from './canvas/elements'

/**
 * How many of each kind the canvas shows; null until it has drawn this picture. `named` reports that its labels
 * are placed: those of `nameless` nodes have no room, so that these are not drawn either.
 */
export function useDrawnCounts(picture: Picture) {
  const [drawn, setDrawn] = useState<{ picture: Picture; nameless: string } | null>(null)
  const named = useCallback((picture: Picture, nameless: readonly string[]) => {
    const key = nameless.join('\n')
    setDrawn((before) =>
      before?.picture === picture && before.nameless === key ? before : { picture, nameless: key },
    )
  }, [])
  const counts = useMemo(
    () => (drawn?.picture === picture ? countKinds(picture, new Set(drawn.nameless.split('\n'))) : null),
    [drawn, picture],
  )
  return { counts, named }
}
