'use client'
import { Check, Copy } from 'lucide-react'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { IconButton } from '@/components/ui/icon-button'

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
