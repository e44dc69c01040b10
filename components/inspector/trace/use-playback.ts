'use client'
import { useEffect, useState } from 'react'
import { nextMoment } from './moment'

/** With reduced motion the playhead rests this long at each moment. */
const JUMP_MS = 800
const SPEEDS = [1, 4] as const

const prefersJumps = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The playhead over a trace. It rests at the end until someone moves it. */
export function usePlayback(total: number, moments: readonly number[]) {
  const [at, setAt] = useState(total)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1)

  useEffect(() => {
    if (!playing) return
    if (prefersJumps()) {
      const timer = setInterval(() => setAt((from) => nextMoment(moments, from, 1)), JUMP_MS / speed)
      return () => clearInterval(timer)
    }
    let last: number | null = null
    let handle = requestAnimationFrame(function step(now) {
      const passed = last === null ? 0 : (now - last) * speed
      last = now
      setAt((from) => Math.min(total, from + passed))
      handle = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(handle)
  }, [playing, speed, total, moments])

  // Playing ends with the trace.
  useEffect(() => {
    if (at >= total) setPlaying(false)
  }, [at, total])

  return {
    at,
    playing,
    speed,
    seek: (to: number) => {
      setPlaying(false)
      setAt(Math.max(0, Math.min(total, to)))
    },
    toggle: () => {
      if (!playing && at >= total) setAt(0)
      setPlaying(!playing)
    },
    changeSpeed: () => setSpeed(speed === 1 ? 4 : 1),
  }
}
