'use client'
import { useCallback, useState } from 'react'
import { type Size, UNMEASURED } from './layout/placed'

/** A canvas that changes by less keeps its layout. */
const CHANGED = 0.12

/** The size that layouts are made for: that of the canvas, without its small changes. */
export function useCanvasSize(): [Size, (size: Size) => void] {
  const [size, setSize] = useState(UNMEASURED)
  const measured = useCallback((next: Size) => {
    if (next.width === 0 || next.height === 0) return
    setSize((before) => (isLike(before, next) ? before : next))
  }, [])
  return [size, measured]
}

const isLike = (a: Size, b: Size) =>
  a !== UNMEASURED && Math.abs(a.width / b.width - 1) < CHANGED && Math.abs(a.height / b.height - 1) < CHANGED
