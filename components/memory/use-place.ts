'use client'
import { useCallback } from 'react'
import { useAddress } from '../ui/hooks/use-address'
import { type MemoryAddress, parsePlace, placeQuery } from './place'

/** `step` adds a history entry. */
export type GoTo = (change: Partial<MemoryAddress>, how?: 'step') => void

export function usePlace(): [MemoryAddress, GoTo] {
  const { place, move, write } = useAddress({ read: parsePlace, query: placeQuery })
  const go = useCallback<GoTo>(
    (change, how) => {
      move(change)
      write(how === 'step')
    },
    [move, write],
  )
  return [place, go]
}
