'use client'
import { Check, Copy } from 'lucide-react'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { IconButton } from '@/components/ui/icon-button'

/** Copies a text that is built on demand. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const { state, copy } = useCopy()
  return (
    <IconButton
      label={state === 'copied' ? 'Copied' : state === 'failed' ? 'The browser did not allow copying' : label}
      small
      onClick={() => copy(text())}
    >
      {state === 'copied' ? <Check /> : <Copy />}
    </IconButton>
  )
}
