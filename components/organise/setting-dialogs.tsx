'use client'
import { type FormEvent, useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Field } from '@/components/settings/fields/field'
import { server } from '@/components/shell/actions'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { InstructionsBox } from '@/components/ui/instructions-box'
import { Skeleton } from '@/components/ui/skeleton'
import { toastFailure } from '@/components/ui/toast-failure'
import type { ConversationDto } from '@/lib/shared/dto'
import { limitsOfLearning } from '@/lib/shared/limits/learning'
import { UNTITLED } from '@/lib/shared/untitled'

type Props = { conversation: ConversationDto; onClose: () => void }

/** A text setting of a conversation; null until it is loaded. `save` returns whether it was stored. */
function useTextSetting(conversationId: string, key: string) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    void server.loadSettings({ conversationId }).then((result) => {
      if (!result.ok) return toastFailure(result.error)
      setText(String(result.value.find((setting) => setting.key === key)?.value ?? ''))
    })
  }, [conversationId, key])
  const save = async (value: string) => {
    const result = await server.saveSetting({ scope: conversationId, key, value: value || null })
    if (!result.ok) toastFailure(result.error)
    return result.ok
  }
  return { text, setText, save }
}

export function InstructionsDialog({ conversation: { id, title }, onClose }: Props) {
  const { text, save } = useTextSetting(id, 'instructions.conversation')
  const saveAndClose = async (value: string) => {
    const saved = await save(value)
    if (!saved) return false
    toast(value ? 'Instructions saved. They apply from your next message' : 'Instructions removed')
    onClose()
    return true
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Instructions"
      description={`For “${title || UNTITLED}”`}
      guarded
    >
      {text === null ? (
        <Skeleton className="h-32" />
      ) : (
        <InstructionsBox
          label="How Mneme should answer in this conversation"
          placeholder="Answer in German. Use metric units."
          value={text}
          onSave={saveAndClose}
        />
      )}
    </Dialog>
  )
}

export function DomainDialog({ conversation: { id, title }, onClose }: Props) {
  const { text, setText, save } = useTextSetting(id, 'learning.domain')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const domain = (text ?? '').trim()
    if (!(await save(domain))) return
    toast(domain ? `Only lessons about “${domain}” are used` : 'All lessons are used')
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title="Lessons" description={`For “${title || UNTITLED}”`}>
      {text === null ? (
        <Skeleton className="h-24" />
      ) : (
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2 py-4">
          <Field
            label="Use only lessons about"
            help="Lessons can have a field that they are for, such as cooking. Leave it empty to use all of them."
            value={text}
            maxLength={limitsOfLearning.domainChars}
            placeholder="web"
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" look="primary" className="mt-2 self-start">
            Save
          </Button>
        </form>
      )}
    </Dialog>
  )
}
