'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { IconButton } from './icon-button'

/** Rejects if the browser does not allow it. */
const copyText = (text: string): Promise<void> =>
  navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))

/** Copies from a menu, which is gone by then: a toast says how it went. */
export const copyAndSay = (text: string, done: string) =>
  copyText(text).then(
    () => void toast(done),
    () => void toast.error('Your browser blocked copying.'),
  )

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
