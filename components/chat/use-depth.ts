'use client'
import { useEffect, useState } from 'react'
import { useShell } from '../shell/shell-context'
import { DEPTHS, type Depth } from './thinking-control'

const KEY = 'mneme.depth'
const keyOf = (conversation: string) => `${KEY}.${conversation}`

/** How long the next message may be thought about: what was picked for this conversation, else what Settings say. */
export function useDepth(conversation: string): [shown: Depth, picked: Depth | null, pick: (depth: Depth) => void] {
  const { thinkingDefault } = useShell()
  const [picked, setPicked] = useState<Depth | null>(null)
  useEffect(() => {
    const kept = sessionStorage.getItem(keyOf(conversation))
    setPicked((now) => now ?? DEPTHS.find((choice) => choice.value === kept)?.value ?? null)
  }, [conversation])
  const pick = (depth: Depth) => {
    setPicked(depth)
    sessionStorage.setItem(keyOf(conversation), depth)
  }
  return [picked ?? thinkingDefault, picked, pick]
}
