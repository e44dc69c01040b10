'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button'

/** Rejects if the browser does not allow it. */
export const copyText = (text: string): Promise<void> =>
  navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))

/** Copies text. `copied` stays true for two seconds; `failed` when the browser refused. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = (text: string) =>
    copyText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  return { state, copy }
}

export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const { state, copy } = useCopy()
  return (
    <IconButton
      icon={state === 'copied' ? <Check /> : <Copy />}
      label={state === 'copied' ? 'Copied' : state === 'failed' ? 'Your browser blocked copying' : label}
      small
      onClick={() => copy(text())}
    />
  )
}
