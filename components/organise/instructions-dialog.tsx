'use client'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { loadSettings, saveSetting } from '@/components/shell/actions'
import { Dialog } from '@/components/ui/dialog'
import { InstructionsBox } from '@/components/ui/instructions-box'
import { Skeleton } from '@/components/ui/skeleton'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto } from '@/lib/shared/dto'
import { UNTITLED } from '@/lib/shared/untitled'

const KEY = 'instructions.conversation'
type Props = { conversation: ConversationDto; onClose: () => void }

/** What the agent is to follow in one conversation. */
export function InstructionsDialog({ conversation: { id, title }, onClose }: Props) {
  const [value, setValue] = useState<string | null>(null)
  useEffect(() => {
    void loadSettings({ conversationId: id }).then((result) => {
      if (!result.ok) return toastFailure(result.error)
      setValue(String(result.value.find(({ key }) => key === KEY)?.value ?? ''))
    })
  }, [id])
  const save = async (text: string) => {
    const result = await saveSetting({ scope: id, key: KEY, value: text === '' ? null : text })
    if (!result.ok) toastFailure(result.error)
    else {
      toast(text === '' ? 'Instructions removed' : 'Instructions saved. They apply from your next message')
      onClose()
    }
    return result.ok
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Instructions"
      description={`For “${title || UNTITLED}”`}
      guarded
    >
      {value === null ? (
        <Skeleton className="h-32" />
      ) : (
        <InstructionsBox
          label="How Mneme should answer in this conversation"
          placeholder="Answer in German. Use metric units."
          value={value}
          onSave={save}
        />
      )}
    </Dialog>
  )
}
