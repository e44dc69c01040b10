'use client'
import { useCallback } from 'react'
import { useAddress } from '../ui/hooks/use-address'
import { type MemoryAddress, parsePlace, placeQuery } from './place'

export type GoTo = (change: Partial<MemoryAddress>, how?: 'step' | 'quietly') => void

/** The page's state in its address. `step` adds a history entry, `quietly` does not. */
export function usePlace(start: MemoryAddress): [MemoryAddress, GoTo] {
  const { place, move, write } = useAddress({ start: () => start, read: parsePlace, query: placeQuery })
  const go = useCallback<GoTo>(
    (change, how = 'quietly') => {
      move(change)
      write(how === 'step')
    },
    [move, write],
  )
  return [place, go]
}
